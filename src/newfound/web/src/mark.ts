// Whose turn it is, seen from another tab or from the icon of the app; gone as soon as somebody looks.
const PLAIN = `${import.meta.env.BASE_URL}icon.svg`;
const TURN = `${import.meta.env.BASE_URL}icon-turn.svg`;

export function mark(called: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const href = called ? TURN : PLAIN;
  if (icon && icon.getAttribute('href') !== href) icon.href = href;
  // Not every browser has a badge, and not every one that has shows it.
  void (called ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => undefined);
}
