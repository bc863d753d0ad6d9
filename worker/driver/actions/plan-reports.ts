import { defectsText } from '#domain/dispatch/inspections.ts';
import { insertConflict } from './conflicts-repo.ts';
import { type ActionInput, type ActionPlan, applied, damageConflict } from './plan.ts';

/** At any stop, which goes on. */
export function planDamaged(input: ActionInput<'damaged'>): ActionPlan {
  return applied(damageConflict(input, { number: input.payload.number }));
}

/** A truck that is not safe to drive is named to the office before it leaves. */
export function planInspection(input: ActionInput<'inspection'>): ActionPlan {
  const { ctx, entry, payload, state } = input;
  if (payload.isSafe) return applied();
  const what = defectsText(payload.defects) || 'no defect is named';
  const message = `The truck is not safe to drive: ${what}. Sign it off on the board of the day when it is repaired.`;
  const at = { actionId: entry.id, stopId: state.stop.id, bookingId: null, nowMs: entry.receivedAt };
  return applied(insertConflict(ctx.db, { ...at, kind: 'truck_unsafe', message }));
}
