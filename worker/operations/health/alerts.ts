import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { healthAlertEmail } from '#worker/notify/email/health-alert.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import type { CronExpressions, HealthCheck } from './checks.ts';
import { claimFailures, claimRecoveries, releaseClaims, startAlerts } from './repo.ts';
import { readHealth } from './service.ts';

/** A check that fails again within this time after its last e-mail is not e-mailed again. */
const QUIET_MS = 60 * 60_000;

/**
 * Sends one alert when checks fail and one when they are good again, to the business by e-mail and to the alert
 * webhook. Returns the number of failing checks and of sent alerts. Throws when neither accepts the alert; the next run
 * then sends it.
 */
export async function sendHealthAlerts(ctx: Context, crons: CronExpressions) {
  const { checks } = await readHealth(ctx, crons);
  const nowMs = ctx.now();
  const failing = namesOf(checks.filter(({ ok }) => !ok));
  await startAlerts(ctx.db, failing, nowMs);
  const failed = await claimFailures(ctx.db, { nowMs, quietMs: QUIET_MS });
  const recovered = await claimRecoveries(ctx.db, namesOf(checks.filter(({ ok }) => ok)), nowMs);
  const changed = checks.filter(({ name }) => failed.includes(name) || recovered.includes(name));
  if (changed.length === 0) return { failing: failing.length, sent: 0 };
  try {
    await announce(ctx, changed, failing.length);
  } catch (error) {
    await releaseClaims(ctx.db, nowMs);
    throw error;
  }
  ctx.log.warn('health_changed', { failing: failed.join(' '), recovered: recovered.join(' ') });
  return { failing: failing.length, sent: 1 };
}

const namesOf = (checks: readonly HealthCheck[]) => checks.map(({ name }) => name);

/** One of the two channels is enough: the e-mail service itself may be what fails. */
async function announce(ctx: Context, changed: readonly HealthCheck[], failingCount: number) {
  const business = await readEmailBusiness(ctx);
  const email = healthAlertEmail({
    checks: changed,
    isAllGood: failingCount === 0,
    url: siteUrl(ctx.settings, '/admin/notifications'),
    business,
  });
  const attempts = await Promise.allSettled([
    ctx.mail.send({ ...email, to: business.email, dedupeKey: `health:${ctx.now()}` }),
    ...(ctx.alertWebhook
      ? [
          ctx.alertWebhook.send({
            text: email.text,
            status: failingCount === 0 ? 'ok' : 'failing',
            checks: changed,
          }),
        ]
      : []),
  ]);
  const failures = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
  for (const reason of failures) ctx.log.error('health_alert_not_sent', describeError(reason));
  if (failures.length === attempts.length) throw failures[0];
}
