import { clientsClaim } from 'workbox-core/clientsClaim.js';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { PrecacheEntry } from '#web/build/driver-worker.ts';
import { driverApi } from '#web/driver/outbox/api.ts';
import { SYNC_TAG } from '#web/driver/outbox/background.ts';
import { openDriverDatabase } from '#web/driver/outbox/database.ts';
import { isSessionEnd } from '#web/driver/outbox/sync.ts';
import { sendAllWaiting } from './background-send.ts';
import { openPush, parsePush, showPush } from './push.ts';
import { SKIP_WAITING } from './update.ts';

declare const __PRECACHE__: PrecacheEntry[];

/** The part of the worker's global scope that is used here. The types of workers and of pages exclude each other. */
type SyncEvent = Event & { tag: string; waitUntil(work: Promise<unknown>): void };
type PushEvent = Event & { data: { text(): string } | null; waitUntil(work: Promise<unknown>): void };
type ClickEvent = Event & {
  notification: { data: { url: string }; close(): void };
  waitUntil(work: Promise<unknown>): void;
};
const worker = self as unknown as {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  registration: Parameters<typeof showPush>[0];
  clients: Parameters<typeof openPush>[0];
};

// The document and its assets. Calls of the API always go to the network.
precacheAndRoute(__PRECACHE__);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/driver'), { allowlist: [/^\/driver(?:\/|$|\?)/] }),
);
clientsClaim();

worker.addEventListener('message', ({ data }) => {
  if (data === SKIP_WAITING) void worker.skipWaiting();
});

worker.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendInBackground());
});

worker.addEventListener('push', (event) => {
  // The page that is opened then shows the answer at once.
  const work = [
    showPush(worker.registration, parsePush(event.data?.text())),
    sendInBackground().catch(() => {}),
  ];
  event.waitUntil(Promise.all(work));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPush(worker.clients, event.notification.data.url));
});

/** Rejects if items still wait, so that the browser tries again later. */
async function sendInBackground(): Promise<void> {
  const database = await openDriverDatabase();
  try {
    const status = await sendAllWaiting(database, driverApi);
    new BroadcastChannel('driver').postMessage(isSessionEnd(status) ? status : 'changed');
  } finally {
    database.close();
  }
}
