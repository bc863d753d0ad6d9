import { NEAR_LIMIT_PERCENT } from '#domain/rental/hold.ts';
import { HOUR_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { incrementCount, resetCount } from '#worker/base/db/rate-limits-repo.ts';
import { getSizeName } from '#worker/catalog/names.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { holdAlertEmail } from '#worker/notify/email/hold-alert.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { listHoldUsage } from './limits-repo.ts';
import { listHeldMovesOfDays } from './service.ts';

const COUNTER = 'holds-near-limit';

/** E-mails the business, at most once an hour, while unpaid hold-days or held truck moves of a day are near a limit. */
export async function sendHoldAlert(ctx: Context) {
  const { db, settings } = ctx;
  const usage = await listHoldUsage(db, { hasTurnstile: settings.turnstileSecretKey !== null });
  const near = usage.filter(({ heldDays, maxDays }) => isNear(heldDays, maxDays));
  // One hold, which can reach the limit of a small firm, is an ordinary customer.
  const nearDays = (await listHeldMovesOfDays(ctx)).filter(
    ({ holds, heldMoves, maxHeldMoves }) => holds > 1 && isNear(heldMoves, maxHeldMoves),
  );
  if (near.length === 0 && nearDays.length === 0) return { sent: 0 };
  const { count, endsAt } = await incrementCount(db, { key: COUNTER, windowMs: HOUR_MS, nowMs: ctx.now() });
  if (count > 1) return { sent: 0 };
  const business = await readEmailBusiness(ctx);
  const nameOf = await getSizeName(ctx);
  const email = holdAlertEmail({
    usage: near.map(({ dumpsterType, ...days }) => ({
      name: dumpsterType === null ? 'All sizes' : nameOf(dumpsterType),
      ...days,
    })),
    days: nearDays,
    url: siteUrl(settings, '/admin/inventory#holds'),
    business,
  });
  try {
    await ctx.mail.send({ ...email, to: business.email, dedupeKey: `${COUNTER}:${endsAt}` });
  } catch (error) {
    // The next run, in a minute, tries again.
    await resetCount(db, COUNTER);
    throw error;
  }
  ctx.log.warn('holds_near_limit', {
    sizes: near.map(({ dumpsterType }) => dumpsterType ?? 'fleet').join(' '),
    days: nearDays.map(({ day }) => day).join(' '),
  });
  return { sent: 1 };
}

function isNear(held: number, max: number): boolean {
  return held * 100 >= max * NEAR_LIMIT_PERCENT;
}
