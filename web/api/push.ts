import { getPushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { call } from '#web/api/call.ts';

/**
 * 'off': this system sends none. 'unsupported': the browser, or a page that is not installed where that is needed.
 * 'blocked': the settings of the browser forbid it.
 */
export type PushState = 'off' | 'unsupported' | 'blocked' | 'inactive' | 'active';

type Registration = Pick<ServiceWorkerRegistration, 'pushManager'>;

/** What this browser does now. A subscription that it has is stored again: the server forgets it with a session. */
export async function readPushState(registration: Registration | undefined): Promise<PushState> {
  const { publicKey } = await call(getPushKey);
  if (publicKey === null) return 'off';
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription || Notification.permission !== 'granted') return 'inactive';
  await store(subscription);
  return 'active';
}

/** Asks the user, and stores the browser. Called by a tap: browsers ask for nothing else. */
export async function switchPushOn(registration: Registration): Promise<PushState> {
  const { publicKey } = await call(getPushKey);
  if (publicKey === null) return 'off';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'inactive';
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  await store(await registration.pushManager.subscribe(options));
  return 'active';
}

export async function switchPushOff(registration: Registration): Promise<PushState> {
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await subscription.unsubscribe();
    await call(unsubscribePush, { body: { endpoint } });
  }
  return 'inactive';
}

async function store(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(subscribePush, { body: { endpoint, p256dh, auth } });
}
