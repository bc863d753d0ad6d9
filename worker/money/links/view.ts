import { TERMS_VERSION } from '#contract/checkout.ts';
import { type PayLinkView, payLinkView } from '#contract/pay-links.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import { selectCurrentTerms } from '#worker/base/business/repo.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { labelRental } from '#worker/catalog/labels.ts';
import { findLinkByToken, type PayLink } from '#worker/money/charges/repo.ts';
import { makeCalculation } from '#worker/notify/email/balance.ts';
import { readBilledPrice } from '#worker/rental/dump-tickets/billed-price.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { hasAcceptedTerms } from './repo.ts';

/** The data that a customer with the link may see. Changes nothing. */
export async function viewPayLink(ctx: Context, token: string): Promise<PayLinkView> {
  const link = await getLinkByToken(ctx, token);
  const state = computeLinkState(ctx, link);
  const [booking, asked, business] = await Promise.all([
    getBooking(ctx, link.bookingId),
    findAskedTerms(ctx, link),
    getBusinessProfile(ctx),
  ]);
  const [labels, priceLines] = await Promise.all([
    labelRental(ctx, booking),
    state === 'open' ? readPriceLines(ctx, booking, link) : [],
  ]);
  return payLinkView.parse({
    ...labels,
    bookingId: link.bookingId,
    amount: link.amount,
    businessName: business.name,
    street: `${booking.address}, ${booking.city}`,
    priceLines,
    state,
    kind: link.kind,
    isWholePrice: link.kind === 'deposit' && booking.finalPrice === link.amount,
    terms: asked === null ? null : { version: asked, rateCardId: booking.rateCardId },
    expiresAt: isoInstant(link.expiresAt),
  });
}

/** The lines of the e-mail with the link. Before a deposit is paid: the agreed price. */
async function readPriceLines(ctx: Context, booking: BookingRecord, { kind }: PayLink) {
  const price = await readBilledPrice(ctx, booking);
  if (kind === 'balance') return makeCalculation(booking, price)?.sums ?? [];
  if (booking.finalPrice === null || price.lines.length === 0) return [];
  return [
    ...price.lines.map((line) => ({ name: lineName(line), value: formatUsd(line.amount) })),
    { name: 'Total', value: formatUsd(booking.finalPrice) },
  ];
}

/** Throws not_found. */
export async function getLinkByToken(ctx: Context, token: string): Promise<PayLink> {
  const link = await findLinkByToken(ctx.db, await sha256(token));
  if (!link) throw unknownLink();
  return link;
}

export function computeLinkState(
  ctx: Context,
  { state, expiresAt, endReason }: PayLink,
): PayLinkView['state'] {
  if (state === 'withdrawn' && endReason === 'expired') return 'expired';
  return state === 'open' && expiresAt <= ctx.now() ? 'expired' : state;
}

/** The version of the terms that a customer accepts with a deposit; null when they are accepted or not asked for. */
export async function findAskedTerms(ctx: Context, { kind, bookingId }: PayLink): Promise<string | null> {
  if (kind !== 'deposit') return null;
  const [isAccepted, [current]] = await Promise.all([
    hasAcceptedTerms(ctx.db, bookingId),
    selectCurrentTerms(ctx.db, ctx.now()),
  ]);
  if (isAccepted) return null;
  return current?.version ?? TERMS_VERSION;
}

export const unknownLink = () => new AppError('not_found', 'There is no such payment link.');
