import type { DriverApi } from '#web/driver/outbox/api.ts';
import { type DriverDatabase, readStoredState } from '#web/driver/outbox/database.ts';
import { heldForMs, SENDING_MARGIN_MS } from '#web/driver/outbox/order.ts';
import { type DriverSyncResult, syncDriver } from '#web/driver/outbox/sync.ts';

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Sends what waits, also what can still be undone when it begins or is recorded while it runs: it waits for the undo.
 * Returns how the last round ended. Rejects if items still wait that a later attempt may send.
 */
export async function sendAllWaiting(
  database: DriverDatabase,
  api: DriverApi,
  pause = sleep,
): Promise<DriverSyncResult['status'] | undefined> {
  const heldMs = async () => heldForMs((await readStoredState(database)).items, Date.now());
  for (;;) {
    const beforeMs = await heldMs();
    if (beforeMs > 0) await pause(beforeMs + SENDING_MARGIN_MS);
    const status = (await syncDriver(database, api))?.status;
    // Without a session a later attempt sends nothing either.
    if (status === 'signed_out' || status === 'deactivated' || status === 'other_account') return status;
    if (status === 'offline' || status === 'failed') throw new Error(status);
    if ((await heldMs()) > 0) continue;
    const { items } = await readStoredState(database);
    // Another tab is sending, and may be closed before its end.
    if (items.some(({ state }) => state === 'waiting')) throw new Error('Items still wait');
    return status;
  }
}
