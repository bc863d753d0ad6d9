import { formatTons } from '#domain/catalog/overage.ts';
import { OVERAGE_UNITS, type Rate } from '#domain/catalog/rate-card.ts';
import { formatUsd, formatUsdWhole } from '#domain/money.ts';
import { Disclosure } from '#web/booking/Disclosure.tsx';
import { FormSection } from '#web/form/Field.tsx';
import { headlineOf, isPriced, PriceSummary, type ShownPrice } from '#web/rental/PriceSummary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

/** The price of the same rental with extra days and a load of this weight, in pounds. */
export type PriceWith = (options: { extraDays: number; weights: number[] }) => ShownPrice;

type Props = {
  /** Null until a size is chosen. */
  price: ShownPrice | null;
  priceWith: PriceWith | null;
};

/** What the rental costs and what can be added to it. Where only a deposit is agreed, the waste rules alone. */
export function CostSection({ price, priceWith }: Props) {
  if (!price || !priceWith) return null;
  const title = isPriced(price) ? 'What is the most I could pay?' : 'What may go in, and what it can cost';
  const details = (
    <Disclosure title={title}>{() => <PriceDetails price={price} priceWith={priceWith} />}</Disclosure>
  );
  if (!isPriced(price)) return details;
  return (
    <FormSection title="What it costs">
      <div className="mb-5 rounded-lg border border-line bg-surface p-4 lg:hidden">
        <PriceSummary price={price} />
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {rateFacts(price.rate).map(([term, value]) => (
          <div key={term}>
            <dt className="text-ink-soft text-sm">{term}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">{details}</div>
    </FormSection>
  );
}

/** Announces a changed price to screen readers. */
export function PriceAnnouncement({ price }: { price: ShownPrice | null }) {
  if (!price) return <p aria-live="polite" className="sr-only" />;
  const { label, amount, dueToday } = headlineOf(price);
  return (
    <p aria-live="polite" className="sr-only">
      {label}: {formatUsd(amount)}
      {dueToday !== null && `, ${formatUsd(dueToday)} due today`}
    </p>
  );
}

/** What the price includes, and what more weight and more days cost. */
function rateFacts({ includedWeight, overagePerTon, overageUnit, extraDay }: Rate): [string, string][] {
  const rounding =
    overageUnit === 'pound' ? 'billed by the pound' : `in steps of ${formatTons(OVERAGE_UNITS[overageUnit])}`;
  return [
    ['Weight included', includedWeight === null ? ASK_US : formatTons(includedWeight)],
    ['Each extra ton', overagePerTon === null ? ASK_US : `${formatUsdWhole(overagePerTon)}, ${rounding}`],
    ['Each extra day', extraDay === null ? ASK_US : formatUsdWhole(extraDay)],
  ];
}

const ASK_US = 'Ask us';

const PriceDetails = lazyPart(() =>
  import('#web/booking/extras/PriceDetails.tsx').then((module) => module.PriceDetails),
);
