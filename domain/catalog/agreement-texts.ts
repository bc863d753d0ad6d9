import { formatUsdWhole } from '#domain/shared/money.ts';
import { type Agreement, agreedSums, weightTerms } from './agreement.ts';
import { formatTons } from './overage.ts';
import { type CancelledRental, cancellationRule } from './policy-texts.ts';
import { OVERAGE_UNITS } from './rate-card.ts';

/** How the weight of the load changes the price, in one or two sentences. */
export function weightText(agreement: Pick<Agreement, 'quote' | 'rate'>): string {
  const terms = weightTerms(agreement);
  if (terms.type === 'dump_fees') return DUMP_FEES;
  const { includedWeight } = terms;
  const isNone = includedWeight === 0;
  if (terms.type === 'ask') {
    return isNone
      ? 'The weight of your load costs extra. Ask us for the price.'
      : `A load of ${formatTons(includedWeight)} is included. Ask us what more weight costs.`;
  }
  const { overagePerTon, overageUnit } = terms;
  const unit = OVERAGE_UNITS[overageUnit];
  const rounding = unit === 1 ? 'to the pound' : `rounded up to the next ${formatTons(unit)}`;
  const billing = `billed by the landfill's ticket at ${formatUsdWhole(overagePerTon)} a ton, ${rounding}`;
  return isNone
    ? `The weight of your load is ${billing}.`
    : `A load of ${formatTons(includedWeight)} is included. More weight is ${billing}.`;
}

/** A price without an allowance. */
const DUMP_FEES = 'The final price adds dump fees, calculated at the end of your rental.';

/** The cancellation policy of the booking's own rate card, with the day and hour of a rental whose days are known. */
export function agreedCancellation(
  { quote, policy }: Agreement,
  paid: number,
  rental: CancelledRental | null = null,
): string {
  const { isInFull } = agreedSums({ quote }, paid);
  return cancellationRule(policy.cancellation, isInFull ? 'what you paid' : undefined, rental);
}
