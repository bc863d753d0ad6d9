import { type Day, formatDay } from '#domain/days.ts';
import { formatWeight } from '#domain/dump-fees.ts';
import { formatUsd } from '#domain/money.ts';
import { type Balance, paidAmount, remainingAmount } from '#domain/payments/balance.ts';
import type { EmailFact, Section } from './layout.ts';

/** A dump ticket that is not voided: pounds and cents. */
export type DumpTicket = { dumpDate: Day; weight: number; feeAmount: number };

/** The calculation of the amount due from price and payments. Empty before a final price is set. */
export function balanceSections(booking: Balance, tickets: readonly DumpTicket[]): Section[] {
  const { finalPrice, depositAmount, additionalPaymentAmount } = booking;
  if (finalPrice === null) return [];
  const others = additionalPaymentAmount ?? 0;
  const sums = [
    { name: 'Final price', value: formatUsd(finalPrice) },
    ...tickets.map(ticketFact),
    { name: 'Deposit paid', value: formatUsd(depositAmount) },
    ...(others > 0 ? [{ name: 'Other payments', value: formatUsd(others) }] : []),
    { name: 'Paid', value: formatUsd(paidAmount(booking)) },
    { name: 'Due', value: formatUsd(remainingAmount(booking)) },
  ];
  return [{ title: 'How the amount is calculated', sums }];
}

function ticketFact({ dumpDate, weight, feeAmount }: DumpTicket): EmailFact {
  return {
    name: `Included: dump ticket of ${formatDay(dumpDate)}, ${formatWeight(weight)}`,
    value: formatUsd(feeAmount),
  };
}
