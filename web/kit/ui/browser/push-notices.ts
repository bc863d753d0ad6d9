/** What the server sends (worker/notify/push/service.ts): no name, and nothing of what was written. */
export type PushNotice = { title: string; url: string; tag: string };

type Shows = { showNotification(title: string, options: object): Promise<void> };
type Client = { url: string; focus(): Promise<unknown>; navigate?(url: string): Promise<unknown> };
type Clients = {
  matchAll(options: object): Promise<readonly Client[]>;
  openWindow(url: string): Promise<unknown>;
};

/** Null for a message that this version does not understand. */
export function parsePush(text: string | undefined): PushNotice | null {
  try {
    const { title, url, tag } = JSON.parse(text ?? '') as Partial<PushNotice>;
    if (typeof title !== 'string' || typeof url !== 'string' || typeof tag !== 'string') return null;
    // Only pages of this site are opened.
    return /^\/[\w/?&=-]*$/.test(url) && !url.startsWith('//') ? { title, url, tag } : null;
  } catch {
    return null;
  }
}

/** A later notice of the same route replaces the earlier one. */
function showPush(registration: Shows, { title, url, tag }: PushNotice): Promise<void> {
  return registration.showNotification(title, {
    tag,
    renotify: true,
    icon: '/driver-192.png',
    data: { url },
  });
}

/** Opens the page of a notice that was tapped, in a window of the app if there is one. */
export async function openPush(clients: Clients, url: string): Promise<void> {
  const [open] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) {
    await clients.openWindow(url);
    return;
  }
  await open.focus();
  await open.navigate?.(url);
}

type WorkEvent = Event & { waitUntil(work: Promise<unknown>): void };
type PushEvent = WorkEvent & { data: { text(): string } | null };
type ClickEvent = WorkEvent & { notification: { data: { url: string }; close(): void } };

/** The part of a service worker's scope that is used here. The types of workers and of pages exclude each other. */
export type PushScope = {
  registration: Shows;
  clients: Clients;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

type Options = {
  /** Shown for a message that this version does not understand: a browser would show one of its own. */
  unknown: PushNotice;
  /** What else a message starts. It must not reject. */
  work?: () => Promise<unknown>;
};

/** Shows the push messages that a service worker gets, and opens the page of one that is tapped. */
export function listenForPush(scope: PushScope, { unknown, work = async () => {} }: Options): void {
  scope.addEventListener('push', (event) => {
    const notice = parsePush(event.data?.text()) ?? unknown;
    event.waitUntil(Promise.all([showPush(scope.registration, notice), work()]));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPush(scope.clients, event.notification.data.url));
  });
}
