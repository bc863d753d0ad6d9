import { clientsClaim } from 'workbox-core/clientsClaim.js';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { driverApi } from '#web/driver/outbox/api.ts';
import { SYNC_TAG } from '#web/driver/outbox/background.ts';
import { openDriverDatabase } from '#web/driver/outbox/database.ts';
import { isSessionEnd } from '#web/driver/outbox/sync.ts';
import { listenForPush, type PushScope } from '#web/kit/ui/browser/push-notices.ts';
import { sendAllWaiting } from './background-send.ts';
import type { PrecacheEntry } from './precache.ts';
import { SKIP_WAITING } from './update.ts';

declare const __PRECACHE__: PrecacheEntry[];

/** The part of the worker's global scope that is used here. The types of workers and of pages exclude each other. */
type SyncEvent = Event & { tag: string; waitUntil(work: Promise<unknown>): void };
const worker = self as unknown as {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
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

listenForPush(self as unknown as PushScope, {
  unknown: { title: 'The office answered', url: '/driver', tag: 'office' },
  // The page that is opened then shows the answer at once.
  work: () => sendInBackground().catch(() => {}),
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
