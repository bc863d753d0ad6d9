import type { BoardRoute } from '#contract/dispatch.ts';
import type { Desk } from './desk.ts';
import { stopOf } from './dispatch.ts';
import type { Driver, Firm } from './firm.ts';
import { once } from './once.ts';
import type { PreparedCalls } from './system.ts';

type Day = { route: BoardRoute; driver: Driver; stopId: number };

/** The route of the first driver, published today, with three deliveries. */
const todayOf = once(async (firm): Promise<Day> => {
  const { route } = await firm.addRoute({ day: firm.today, stops: 3 });
  return dayOf(await firm.publish(route), firm.drivers[0]);
});

function dayOf(route: BoardRoute, driver: Driver | undefined): Day {
  if (!driver) throw new Error('The firm has no driver');
  return { route, driver, stopId: stopOf(route) };
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

type Action = { type: string; stopId: number; payload?: object; ago?: number };

const actionOf = ({ type, stopId, payload = {}, ago = 1 }: Action) => ({
  id: crypto.randomUUID() as string,
  stopId,
  type,
  deviceTime: secondsAgo(ago),
  payload,
});
const sending = (...actions: object[]) => ({ sentAt: secondsAgo(0), actions });

async function record({ post }: Desk, action: Action): Promise<string> {
  const sent = actionOf(action);
  const { results } = await post<{ results: { result: string; reason: string | null }[] }>(
    'driver/actions',
    sending(sent),
  );
  if (results[0]?.result !== 'applied') throw new Error(`${action.type}: ${results[0]?.reason}`);
  return sent.id;
}

/** A photo of the smallest size. */
const PHOTO = Uint8Array.from(atob('/9j/4AAHSkZJRgD/wAALCAHgAoABAREA/9oACAEBAAA/AAEC/wAD/9AE/9k='), (char) =>
  char.charCodeAt(0),
);

async function photoQuery(stopId: number) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', PHOTO));
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { stopId, type: 'problem', sha256 };
}

async function storedPhoto(firm: Firm) {
  const { driver, stopId } = await todayOf(firm);
  const uuid = crypto.randomUUID();
  const query = new URLSearchParams(Object.entries(await photoQuery(stopId)).map(([k, v]) => [k, String(v)]));
  await driver.desk.send('PUT', `driver/photos/${uuid}?${query}`, { body: PHOTO, type: 'image/jpeg' });
  return { params: { uuid } };
}

/** The phones of drivers. */
export const DRIVER_CALLS: PreparedCalls = {
  listDriverRoutes: async (firm) => {
    await todayOf(firm);
    return {};
  },
  sendDriverActions: async (firm) => {
    const { stopId } = await todayOf(firm);
    return { body: sending(actionOf({ type: 'arrived', stopId })) };
  },
  readDriverMessages: async (firm) => {
    const { route } = await todayOf(firm);
    const { id } = await firm.owner.post<{ id: number }>(`dispatch/routes/${route.id}/messages`, {
      content: 'The gate is open.',
    });
    return { body: { upToId: id } };
  },
  storeDriverPhoto: async (firm) => {
    const { stopId } = await todayOf(firm);
    return {
      params: { uuid: crypto.randomUUID() },
      query: await photoQuery(stopId),
      body: PHOTO,
      headers: { 'Content-Type': 'image/jpeg' },
    };
  },
  getDriverPhoto: storedPhoto,
  openDriverLive: ({ system }) => ({ headers: { Upgrade: 'websocket', Origin: system.origin } }),
  getPushKey: ({ drivers }) => ({ cookie: drivers[0]?.desk.cookie ?? '' }),
  subscribePush: async () => ({ body: await subscription() }),
  unsubscribePush: async ({ owner }) => {
    const body = await subscription();
    await owner.post('push/subscription', body);
    return { body: { endpoint: body.endpoint } };
  },
};

/** What the office sees of the work of drivers. */
export const DRIVER_RECORD_CALLS: PreparedCalls = {
  getStopPhoto: storedPhoto,
  getStopRecord: async (firm) => ({ params: { id: (await todayOf(firm)).stopId } }),
  listBookingStopRecords: async (firm) => {
    const { route } = await todayOf(firm);
    return { params: { id: route.stops.find(({ job }) => job)?.job?.bookingId ?? 0 } };
  },
  listAttemptedStops: () => ({}),
  listDriverConflicts: () => ({}),
  resolveDriverConflict: async (firm) => {
    const { driver, route } = await todayOf(firm);
    const stop = route.stops.findLast(({ job, id }) => job && id);
    const number = stop?.job?.unit?.number ?? '';
    await record(driver.desk, { type: 'damaged', stopId: stop?.id ?? 0, payload: { number } });
    const conflicts = await firm.owner.get<{ id: number }[]>('dispatch/conflicts');
    return { params: { id: conflicts[0]?.id ?? 0 } };
  },
  listInspections: ({ today }) => ({ query: { day: today } }),
  signOffInspection: async (firm) => {
    await firm.owner.send('PUT', 'admin/dispatch-settings', { body: { hasInspections: true } });
    const { driver, route, stopId } = await todayOf(firm);
    const payload = {
      kind: 'before',
      truckId: route.truck?.id ?? null,
      defects: [{ item: 'Horn', note: 'Silent' }],
      isSafe: false,
    };
    const uuid = await record(driver.desk, { type: 'inspection', stopId, payload });
    return { params: { uuid }, body: { result: 'repaired', name: 'Mo Field' } };
  },
  listWaitingActions: () => ({}),
  decideWaitingAction: async (firm) => {
    const driver = firm.drivers[1];
    if (!driver) throw new Error('The firm has no second driver');
    const desk = await firm.openPhone(driver.id);
    const { route } = await firm.addRoute({ day: firm.today, crew: 1 });
    const { stopId } = dayOf(await firm.publish(route), driver);
    await firm.owner.send('PATCH', `admin/users/${driver.id}/deactivate`);
    await firm.system.settle();
    await desk.post('driver/actions', sending(actionOf({ type: 'on_my_way', stopId, ago: 30 })));
    await firm.owner.send('PATCH', `admin/users/${driver.id}/reactivate`);
    const [action] = await firm.owner.get<{ id: string }[]>('dispatch/waiting-actions');
    return { params: { uuid: action?.id ?? '' }, body: { approve: true } };
  },
};

async function subscription() {
  const { publicKey } = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])) as { publicKey: CryptoKey };
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', publicKey)) as ArrayBuffer);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const path = `prepared-${crypto.randomUUID()}`;
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${path}`,
    p256dh: base64Url(raw),
    auth: base64Url(auth),
  };
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
