import type { DriverSyncResult } from './outbox/sync.ts';

/** Ends the live channel; null while there is none. */
let disconnect: (() => void) | null = null;

export function endLive(): void {
  disconnect?.();
  disconnect = null;
}

type Means = { isSignedIn: () => boolean; onChange: () => void };

/**
 * Holds the live channel while the phone is signed in. Without it, and between its messages, the routes are polled.
 * `result`: null if another tab, or the service worker, is doing the round. The channel does not wait for its end.
 */
export async function keepLive(
  result: DriverSyncResult | null,
  { isSignedIn, onChange }: Means,
): Promise<void> {
  const status = result?.status ?? 'done';
  const isWanted = status === 'done' && isSignedIn();
  if (!isWanted && status !== 'offline' && status !== 'failed') endLive();
  if (!isWanted || disconnect) return;
  try {
    const { connectDriverLive } = await import('./live.ts');
    // The driver may have signed out since.
    if (isSignedIn()) disconnect ??= connectDriverLive(onChange);
  } catch {
    // The script did not load: the next round tries again.
  }
}
