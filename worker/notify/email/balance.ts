import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import type { BilledPrice, CountedTicket } from '#domain/catalog/final-price.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { type Balance, computePaidDeposit, remainingAmount } from '#domain/money/balance.ts';
import { formatDay, formatWeekday } from '#domain/shared/days.ts';
import { formatUsd, formatUsdWhole } from '#domain/shared/money.ts';
import type { EmailFact, Section } from './layout.ts';

export type PaidBalance = Balance & { additionalPaymentAmount: number | null };

/**
 * The calculation of the amount due from price and payments, then the weights that it follows from. Empty before a final
 * price is set. `chargedNow`: the charge that the e-mail is about, in cents.
 */
export function balanceSections(booking: PaidBalance, price: BilledPrice, chargedNow = 0): Section[] {
  const calculation = makeCalculation(booking, price, chargedNow);
  return calculation ? [calculation, ...weightSections(price)] : [];
}

/** The sums of the calculation. Null before a final price is set. */
export function makeCalculation(
  booking: PaidBalance,
  { lines, tickets, isPaidInFull }: BilledPrice,
  chargedNow = 0,
): (Section & { sums: EmailFact[] }) | null {
  const { finalPrice, paidAmount, additionalPaymentAmount, dueAgainAmount } = booking;
  if (finalPrice === null) return null;
  const deposit = computePaidDeposit(booking);
  const later = additionalPaymentAmount ?? 0;
  // A charge can also pay the deposit, which has a line of its own.
  const now = Math.min(chargedNow, later);
  const others = later - now;
  const sums = [
    ...lines.map((line) => ({ name: lineName(line), value: formatUsd(line.amount) })),
    { name: 'Final price', value: formatUsd(finalPrice) },
    ...tickets.map(ticketFact),
    ...(deposit > 0
      ? [{ name: isPaidInFull ? 'Paid at booking' : 'Deposit paid', value: formatUsd(deposit) }]
      : []),
    ...(others > 0 ? [{ name: 'Paid after the booking', value: formatUsd(others) }] : []),
    ...(now > 0 ? [{ name: 'Charged now', value: formatUsd(now) }] : []),
    { name: 'Paid', value: formatUsd(paidAmount) },
    ...(dueAgainAmount > 0 ? [{ name: 'Refunded', value: formatUsd(-dueAgainAmount) }] : []),
    { name: 'Due', value: formatUsd(remainingAmount(booking)) },
  ];
  return { title: 'How the amount is calculated', sums };
}

function ticketFact({ dumpDate, weight, feeAmount }: Omit<CountedTicket, 'voidedAt'>): EmailFact {
  return {
    name: `Included: dump ticket of ${formatDay(dumpDate)}, ${formatWeight(weight)}`,
    value: formatUsd(feeAmount),
  };
}

/** What the scale of the landfill showed, and what of it is included. */
function weightSections({ weighing }: BilledPrice): Section[] {
  if (!weighing) return [];
  const { tickets, terms } = weighing;
  const sums = tickets.map(({ dumpDate, weight, ticketNumber }) => ({
    name: `Scale weight of ${formatWeekday(dumpDate)}${ticketNumber ? `, ticket ${ticketNumber}` : ''}`,
    value: formatWeight(weight),
  }));
  if (terms.type !== 'dump_fees')
    sums.push({ name: 'Weight included for each load', value: formatWeight(terms.includedWeight) });
  if (terms.type === 'per_ton')
    sums.push({ name: 'Price of each extra ton', value: formatUsdWhole(terms.overagePerTon) });
  return [{ title: 'The weight of your load', sums }];
}

/** The attached photos of the dump tickets, as the template shows them. */
export function shownTicketPhotos(photos: readonly { contentId: string }[]) {
  return photos.map(({ contentId }) => ({ contentId, alt: "The landfill's ticket of your load" }));
}
