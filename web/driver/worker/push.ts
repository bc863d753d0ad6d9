/** What the server sends (worker/push/service.ts): no name, and nothing of what was written. */
type PushNotice = { title: string; url: string; tag: string };

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

/** A later notice of the same route replaces the earlier one. A browser shows one of its own if nothing is shown. */
export function showPush(registration: Shows, notice: PushNotice | null): Promise<void> {
  const { title, url, tag } = notice ?? { title: 'The office answered', url: '/driver', tag: 'office' };
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
