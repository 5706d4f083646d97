// Reminders on this device: the browser's own permission, and a subscription that the server may send to.

export type Push = 'on' | 'off' | 'denied' | 'install' | 'none';

/** Why there is none: the browser cannot, or only where the app is installed (an iPhone). */
export function possible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}
const onPhoneOfApple = () => /iPhone|iPad/.test(navigator.userAgent);

export async function state(): Promise<Push> {
  if (!possible()) return onPhoneOfApple() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  return (await current()) ? 'on' : 'off';
}

export async function current(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** As it is sent to the server. */
export function sent(made: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } };
}

/** Asks the person, then the browser's push service; undefined where either says no. */
export async function subscribe(key: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }).catch(() => undefined);
}

export async function unsubscribe(): Promise<void> {
  await (await current())?.unsubscribe();
}

/** From base64url. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}
