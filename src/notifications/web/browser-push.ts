import { readStoredText, storeText } from '#platform/web/browser-storage.ts';

/** The account that switched them on in this browser. Another user who signs in here has not chosen them. */
const ACCOUNT_KEY = 'promenade.push-account';

export type PushPermission = NotificationPermission | 'unsupported';

/** Push messages need the service worker, which development and private windows do not have. */
export async function readPushPermission(): Promise<PushPermission> {
  return (await findManager()) ? Notification.permission : 'unsupported';
}

async function findManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return undefined; // not for users
  // Safari has no pushManager outside installed apps, whatever its type says.
  const registration = await navigator.serviceWorker.getRegistration();
  return (registration as { pushManager?: PushManager } | undefined)?.pushManager;
}

export async function findSubscription(accountId: string): Promise<PushSubscriptionJSON | null> {
  if (readStoredText('localStorage', ACCOUNT_KEY) !== accountId) return null;
  const subscription = await (await findManager())?.getSubscription();
  return subscription?.toJSON() ?? null;
}

/** Returns null if the user does not allow it. */
export async function subscribe(accountId: string, publicKey: string): Promise<PushSubscriptionJSON | null> {
  const manager = await findManager();
  if (!manager || (await Notification.requestPermission()) !== 'granted') return null;
  // One with an earlier key of the server would be refused.
  await (await manager.getSubscription())?.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  storeText('localStorage', ACCOUNT_KEY, accountId);
  return subscription.toJSON();
}

export async function unsubscribe(): Promise<void> {
  storeText('localStorage', ACCOUNT_KEY, null);
  await (await (await findManager())?.getSubscription())?.unsubscribe();
}
