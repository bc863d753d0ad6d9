import type { BilledPrice, CountedTicket } from '#domain/catalog/final-price.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { formatDay } from '#domain/days.ts';
import { formatWeight } from '#domain/dump-fees.ts';
import { formatUsd } from '#domain/money.ts';
import { type Balance, paidAmount, remainingAmount } from '#domain/payments/balance.ts';
import type { EmailFact, Section } from './layout.ts';

/** The calculation of the amount due from price and payments. Empty before a final price is set. */
export function balanceSections(booking: Balance, { lines, tickets, isPaidInFull }: BilledPrice): Section[] {
  const { finalPrice, depositAmount, additionalPaymentAmount } = booking;
  if (finalPrice === null) return [];
  const others = additionalPaymentAmount ?? 0;
  const sums = [
    ...lines.map((line) => ({ name: lineName(line), value: formatUsd(line.amount) })),
    { name: 'Final price', value: formatUsd(finalPrice) },
    ...tickets.map(ticketFact),
    { name: isPaidInFull ? 'Paid at booking' : 'Deposit paid', value: formatUsd(depositAmount) },
    ...(others > 0 ? [{ name: 'Other payments', value: formatUsd(others) }] : []),
    { name: 'Paid', value: formatUsd(paidAmount(booking)) },
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
