import type { RepeatedBooking } from '#contract/repeat-links.ts';
import { DAY_MS, type Day, dayAt } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { findRepeatedBooking, insertRepeatLink } from './repo.ts';

/** Long enough for a project in the same season of the next year. */
const REPEAT_LINK_DAYS = 400;

/** `until`: the last whole day on which it works. */
export type RepeatLink = { url: string; until: Day };

/**
 * A new link to the booking page with the details of a booking, for an e-mail to its customer. Its token is 256 random
 * bits, stored only as SHA-256. Null if the booking has another e-mail address by now.
 */
export async function createRepeatLink(
  ctx: Context,
  { id: bookingId, email }: { id: number; email: string },
): Promise<RepeatLink | null> {
  const token = newToken();
  const createdAt = ctx.now();
  const expiresAt = createdAt + REPEAT_LINK_DAYS * DAY_MS;
  const link = { tokenHash: await sha256(token), bookingId, createdAt, expiresAt };
  if (!(await insertRepeatLink(ctx.db, link, { email }))) return null;
  return {
    // In the fragment, which browsers do not send to servers, so no log contains it.
    url: siteUrl(ctx.settings, `/#again=${token}`),
    until: dayAt(expiresAt - DAY_MS, ctx.settings.timeZone),
  };
}

/** What fills the form of the next booking. Throws not_found for a link that is unknown or has ended. */
export async function readRepeatedBooking(ctx: Context, token: string): Promise<RepeatedBooking> {
  const booking = await findRepeatedBooking(ctx.db, { tokenHash: await sha256(token), nowMs: ctx.now() });
  if (!booking) throw new AppError('not_found', 'This link has ended, or it is incomplete.');
  return booking;
}
