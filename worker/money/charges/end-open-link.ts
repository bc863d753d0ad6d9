import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { type Intent, isMissing, ProviderError } from '#worker/base/platform/stripe.ts';
import { applyBalance } from './apply-balance.ts';
import {
  endLinkOfIntent,
  findOpenLink,
  insertLinkEndEvent,
  type LinkEnd,
  type PayLink,
  storeLinkEndReason,
} from './repo.ts';
import { cancelUnlessPaid } from './settle-charge.ts';

/**
 * The 409 error for a payment link that stays open. 'unknown': Stripe did not answer, so its intent may be cancelled
 * nevertheless.
 */
export class LinkStaysOpen extends AppError {
  readonly outcome: 'paid' | 'processing' | 'refused' | 'unknown';

  constructor(outcome: LinkStaysOpen['outcome'], message: string) {
    super('conflict', message);
    this.outcome = outcome;
  }
}

/**
 * Ends the open payment link of a booking: cancels its intent at Stripe first, then the link. Returns the link that
 * ended, or null when none was open. Throws LinkStaysOpen (409) when the intent cannot be cancelled; then nothing has
 * changed.
 */
export async function endOpenLink(ctx: Context, bookingId: number, end: LinkEnd): Promise<PayLink | null> {
  const link = await findOpenLink(ctx.db, bookingId);
  return link && endLink(ctx, link, end);
}

/** The same for the link that the caller has read: a newer one stays open. */
export async function endLink(ctx: Context, link: PayLink, end: LinkEnd): Promise<PayLink> {
  await storeLinkEndReason(ctx.db, link.id, end);
  const intent = await cancelLinkIntent(ctx, link);
  if (intent === null) {
    await endLinkWithoutIntent(ctx, link);
    return link;
  }
  await applyBalance(ctx, intent);
  if (intent.status === 'canceled') return link;
  await storeLinkEndReason(ctx.db, link.id, null);
  throw intent.status === 'succeeded'
    ? new LinkStaysOpen('paid', 'The customer has just paid on the payment link. Nothing else was changed.')
    : new LinkStaysOpen(
        'processing',
        "The customer's payment on the payment link is being processed. Nothing was changed; look again in a moment.",
      );
}

/** An intent that Stripe does not know can be neither paid nor cancelled. */
async function endLinkWithoutIntent(ctx: Context, { bookingId, stripePaymentIntentId: intentId }: PayLink) {
  const nowMs = ctx.now();
  ctx.log.warn('pay_link_unknown_at_stripe', { bookingId });
  await commit(ctx, {
    writes: {
      event: insertLinkEndEvent(ctx.db, intentId, nowMs),
      link: endLinkOfIntent(ctx.db, intentId, { state: 'withdrawn', nowMs }),
    },
  });
}

/** The intent, cancelled if possible; null when Stripe does not know it. */
async function cancelLinkIntent(ctx: Context, link: PayLink): Promise<Intent | null> {
  try {
    return await cancelUnlessPaid(ctx, link.stripePaymentIntentId);
  } catch (error) {
    if (isMissing(error)) return null;
    if (!(error instanceof ProviderError)) throw error;
    await storeLinkEndReason(ctx.db, link.id, null);
    ctx.log.error('pay_link_not_ended', { bookingId: link.bookingId, reason: error.message });
    throw new LinkStaysOpen(
      error.outcome,
      'The open payment link could not be cancelled at our payment provider. Nothing was changed. Please try again.',
    );
  }
}
