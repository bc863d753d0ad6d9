/** The tag of the service worker's sync event. */
export const SYNC_TAG = 'driver-outbox';

type WithSync = { sync?: { register(tag: string): Promise<void> } };

/** Lets the service worker send when the connection is back, also with the page closed. Few browsers can. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.ready) as WithSync | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not permitted: the page sends when it is open.
  }
}
