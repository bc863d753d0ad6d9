import type { BilledPrice, CountedTicket } from '#domain/catalog/final-price.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { formatDay } from '#domain/days.ts';
import { formatWeight } from '#domain/dump-fees.ts';
import { formatUsd } from '#domain/money.ts';
import { type Balance, paidDepositOf, remainingAmount } from '#domain/payments/balance.ts';
import type { EmailFact, Section } from './layout.ts';

export type PaidBalance = Balance & { additionalPaymentAmount: number | null };

/** The calculation of the amount due from price and payments. Empty before a final price is set. */
export function balanceSections(
  booking: PaidBalance,
  { lines, tickets, isPaidInFull }: BilledPrice,
): Section[] {
  const { finalPrice, paidAmount, additionalPaymentAmount, dueAgainAmount } = booking;
  if (finalPrice === null) return [];
  const deposit = paidDepositOf(booking);
  const others = additionalPaymentAmount ?? 0;
  const sums = [
    ...lines.map((line) => ({ name: lineName(line), value: formatUsd(line.amount) })),
    { name: 'Final price', value: formatUsd(finalPrice) },
    ...tickets.map(ticketFact),
    ...(deposit > 0
      ? [{ name: isPaidInFull ? 'Paid at booking' : 'Deposit paid', value: formatUsd(deposit) }]
      : []),
    ...(others > 0 ? [{ name: 'Other payments', value: formatUsd(others) }] : []),
    { name: 'Paid', value: formatUsd(paidAmount) },
    ...(dueAgainAmount > 0 ? [{ name: 'Refunded', value: formatUsd(-dueAgainAmount) }] : []),
    { name: 'Due', value: formatUsd(remainingAmount(booking)) },
  ];
  return [{ title: 'How the amount is calculated', sums }];
}

function ticketFact({ dumpDate, weight, feeAmount }: Omit<CountedTicket, 'voidedAt'>): EmailFact {
  return {
    name: `Included: dump ticket of ${formatDay(dumpDate)}, ${formatWeight(weight)}`,
    value: formatUsd(feeAmount),
  };
}
