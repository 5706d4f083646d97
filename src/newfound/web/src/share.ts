// Links to be given to others: an address that works where they are, and ways to hand it over.

const HERE_ONLY = /^(localhost|127\.|\[?::1)/;

/** The address of a page as other devices can open it; undefined where only this machine can. `known` is what the server was told. */
export function addressOf(path: string, known: string | null | undefined, at: Location = location): string | undefined {
  if (!HERE_ONLY.test(at.hostname)) return at.origin + path;
  return known ? known + path : undefined;
}

/** True once it is on the clipboard: browsers forbid the usual way on pages without https. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/** Whether the device can pass a link on to its other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function';
