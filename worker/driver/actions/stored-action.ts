import { ACTION_PAYLOADS, type ActionPayload } from '#contract/driver-actions.ts';
import type { ActionType } from '#domain/dispatch/driver-actions.ts';
import type { Context } from '#worker/base/context.ts';
import { findNames } from '#worker/base/history/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import type { LogRow } from './log-repo.ts';
import type { ActionInput } from './plan.ts';
import { readActionStop } from './state-repo.ts';

/** An action of the log with its stop as it is now. Null when a removal of personal data has emptied its payload. */
export async function readStoredAction(ctx: Context, row: LogRow): Promise<ActionInput | null> {
  const { driverId, stopId } = row;
  const state = await readActionStop(ctx.db, { stopId, driverId });
  const parsed = ACTION_PAYLOADS[row.type].safeParse(row.payload);
  if (!state || !parsed.success) return null;
  const { bookingId } = state.stop;
  const record = bookingId === null ? null : await getBooking(ctx, bookingId);
  const names = await findNames(ctx.db, driverId);
  return {
    ctx,
    entry: { ...row, payload: { ...row.payload }, receivedAt: ctx.now() },
    payload: parsed.data as ActionPayload<ActionType>,
    state,
    record,
    driverName: names?.username ?? '',
  };
}
