import type { Context } from '#worker/base/context.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import type { CheckedRoutes, RouteCheck } from '../route-check.ts';
import type { ChangePlan } from './plan.ts';
import type { ChangeEffects } from './rental-plan.ts';

/**
 * The plan; refused when the drivers of published routes could not make their stops with it. `guard`: the routes are those that
 * were checked. A cancellation goes on.
 */
export async function checkPlan<P extends ChangePlan>(
  ctx: Context,
  check: RouteCheck,
  { record, plan }: { record: BookingRecord; plan: P },
): Promise<{ plan: P } & Pick<CheckedRoutes, 'guard'>> {
  const { effects = null } = plan as P & { effects?: ChangeEffects | null };
  if (!plan.allowed || !effects) return { plan };
  const { days, rows, removal } = effects;
  const { deliveryDate, pickupDay } = days;
  const units = rows.map(({ role, dumpsterId }) => ({ role, dumpsterId, isThere: false }));
  const removedJobId = removal?.job.id ?? null;
  const { broken, guard } = await check(ctx, {
    bookingId: record.id,
    deliveryDate,
    pickupDay,
    units,
    removedJobId,
  });
  if (!broken) return { plan, ...(guard && { guard }) };
  const reasons = [{ code: 'route' as const, message: broken, offers: [] }];
  return { plan: { ...plan, allowed: false, effects: null, reasons } };
}
