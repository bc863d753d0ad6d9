import { describeAgreement } from '#domain/catalog/agreement.ts';
import { dumpstersText } from '#domain/rental/orders.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { FormSection } from '#web/kit/form/Field.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import type { PlaceEntries } from '#web/public/booking/catalog/pending-booking.ts';
import { Disclosure } from '#web/public/booking/Disclosure.tsx';
import { FoldedOnPhones } from '#web/public/booking/FoldedOnPhones.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { headlineOf, isPriced, PriceSummary, type ShownPrice } from '#web/public/rental/PriceSummary.tsx';
import { CostTerms } from './CostTerms.tsx';
import { findCostBasis, unknownParts } from './cost-basis.ts';
import { MostToPay } from './MostToPay.tsx';

type Props = {
  /** Null until a size is chosen. */
  price: ShownPrice | null;
  place: PlaceEntries;
  /** How many dumpsters. */
  quantity: number;
};

/** What the rental costs, the most that it can cost, and the terms that change it. */
export function CostSection({ price, place, quantity }: Props) {
  const catalog = useCatalog();
  if (!price) return null;
  const { rate, quote } = price;
  const isTotal = isPriced(price);
  const basis = isTotal ? findCostBasis(catalog, price, place) : null;
  return (
    <FormSection title={isTotal ? 'What it costs' : 'What may go in, and what it can cost'}>
      <div className="space-y-6">
        {isTotal && (
          <div className="rounded-lg border border-line bg-surface p-4 lg:hidden">
            <PriceSummary price={price} quantity={quantity} />
          </div>
        )}
        {quantity > 1 && <p>The amounts below are for each of your {dumpstersText(quantity)}.</p>}
        {basis && (
          <MostToPay basis={basis} rate={rate} unknown={unknownParts(catalog, basis.input, place.zoneZip)}>
            <Disclosure title="Calculate with your numbers">
              {() => <PriceCalculator basis={basis} price={price} />}
            </Disclosure>
          </MostToPay>
        )}
        <FoldedOnPhones title="Weight, extras, cancellation and waste">
          <CostTerms agreement={describeAgreement(catalog, { ...rate, quote })} dueNow={quote.dueNow} />
        </FoldedOnPhones>
      </div>
    </FormSection>
  );
}

/** Announces a changed price to screen readers. */
export function PriceAnnouncement({ price, quantity }: Pick<Props, 'price' | 'quantity'>) {
  if (!price) return <p aria-live="polite" className="sr-only" />;
  const { label, amount, dueToday } = headlineOf(price);
  return (
    <p aria-live="polite" className="sr-only">
      {label}: {formatUsd(amount * quantity)}
      {dueToday !== null && `, ${formatUsd(dueToday * quantity)} due today`}
    </p>
  );
}

const PriceCalculator = lazyPart(() =>
  import('#web/public/booking/extras/PriceCalculator.tsx').then((module) => module.PriceCalculator),
);
