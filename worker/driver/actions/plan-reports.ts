import { defectsText } from '#domain/dispatch/inspections.ts';
import { MAX_ROUTE_MESSAGES } from '#domain/dispatch/route-messages.ts';
import { computedId, countRouteMessages, driverMessageStatements } from '#worker/dispatch/messages/repo.ts';
import { excerptOf } from '#worker/dispatch/messages/service.ts';
import { insertConflict } from './conflicts-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  damageConflict,
  makeEventStatements,
  refused,
} from './plan.ts';

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

/** A message to the office, also at a stop that it has removed. */
export async function planMessage(input: ActionInput<'message'>): Promise<ActionPlan> {
  const { ctx, entry, payload, state } = input;
  const { routeId, id, bookingId } = state.stop;
  if ((await countRouteMessages(ctx.db, routeId)) >= MAX_ROUTE_MESSAGES)
    return refused('invalid', `This route has ${MAX_ROUTE_MESSAGES} messages. Call the office.`);
  const isOfStop = payload.about === 'stop';
  const message = driverMessageStatements(ctx.db, {
    key: entry.id,
    routeId,
    content: payload.text,
    fromUserId: entry.driverId,
    atMs: entry.correctedTime,
    stopId: isOfStop ? id : null,
    bookingId: isOfStop ? bookingId : null,
  });
  if (!isOfStop) return applied(...message);
  const details = { excerpt: excerptOf(payload.text), mentioned: 'the office' };
  const event = { action: 'message_sent', details, computed: computedId(entry.id) };
  return applied(...message, ...makeEventStatements(input, event));
}
