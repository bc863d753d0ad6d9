import { linkEndMs } from '#domain/money/deposit-links.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { findCancellingLink } from './repo.ts';

/** In milliseconds. */
type CancellingEnd = {
  /** The link that has this end. */
  id: string;
  endsAt: number;
  isOpen: boolean;
  isEarlier: boolean;
};

/**
 * When an unpaid booking is cancelled if it is delivered on this day: at the end of its payment link or at the start of
 * the day, whichever is earlier, but never less than two hours from now. Null: it is not cancelled.
 */
export async function findCancellingEnd(
  ctx: Context,
  bookingId: number,
  deliveryDate: Day,
): Promise<CancellingEnd | null> {
  const link = await findCancellingLink(ctx.db, bookingId);
  if (!link) return null;
  const { timeZone } = ctx.settings;
  const endsAt = linkEndMs(link.expiresAt, { deliveryDate, timeZone, nowMs: ctx.now() });
  return { id: link.id, endsAt, isOpen: link.state === 'open', isEarlier: endsAt < link.expiresAt };
}
