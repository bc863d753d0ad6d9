import { offeredSizes, rentalOptionOf } from '#domain/catalog/entries.ts';
import type { SizeOption } from '#domain/catalog/rate-card.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { DumpsterDrawing } from '#web/public/rental/DumpsterDrawing.tsx';
import { dimensionsLabel } from '#web/public/rental/dimensions.ts';
import { headlineOf, isPriced, PriceSummary, type ShownPrice } from '#web/public/rental/PriceSummary.tsx';
import { rentalDates } from '#web/public/rental/rental-text.ts';
import { computeRentalOffer, includedLine, type RentalOffer } from './catalog/rental-offer.ts';
import { followView } from './frame.ts';

type Props = {
  rentalType: string;
  dumpsterType: string;
  /** '' or absent: the first one that is offered. */
  material?: string;
  deliveryDate: string;
  /** Null until a size is chosen. */
  price: ShownPrice | null;
  /** The day of the pickup, if it is later than the last rental day. */
  pickupDay: Day | null;
  /** How many dumpsters. */
  quantity: number;
};

/** Summary of the booking: beside the form on wide screens, a bar on top on narrow ones. */
export function SummaryPanel(props: Props) {
  const { rentalType, dumpsterType, material = '', deliveryDate, price, pickupDay, quantity } = props;
  const catalog = useCatalog();
  const option = rentalOptionOf(catalog, rentalType);
  const offer = computeRentalOffer(catalog, option, { material });
  const sizes = offeredSizes(catalog);
  const size = sizes.find(({ id }) => id === dumpsterType) ?? null;
  const dates = deliveryDate ? rentalDates(option, deliveryDate) : null;
  return (
    <aside
      ref={followView}
      aria-label="Your rental"
      className="sticky top-0 z-[5] bleed transition-[translate] duration-150 motion-reduce:transition-none border-line border-b bg-surface py-2.5 lg:top-6 lg:order-last lg:mx-0 lg:self-start lg:rounded-lg lg:border lg:p-6 lg:shadow-lift"
    >
      <div className="flex items-baseline justify-between gap-3 lg:hidden">
        <p className="wrap-anywhere line-clamp-3 min-w-0 text-sm">
          <span className="font-semibold">{option.title}</span>
          {size && (
            <span className="text-ink-soft">
              {' '}
              · {countText(quantity)}
              {size.name}
            </span>
          )}
          {dates && <span className="block text-ink-soft text-xs">{dates}</span>}
          {pickupDay && <span className="block text-ink-soft text-xs">Pickup: {formatDay(pickupDay)}</span>}
        </p>
        <BarPrice offer={offer} price={price} quantity={quantity} />
      </div>
      <div className="hidden lg:block">
        <h2 className="wrap-anywhere text-xl">{option.title}</h2>
        {size ? (
          <DumpsterDrawing size={size} sizes={sizes} className="mt-4 w-full" />
        ) : (
          <p className="mt-4 rounded-md bg-sunk px-4 py-7 text-center text-ink-soft text-sm">
            No size chosen yet
          </p>
        )}
        <dl className="mt-4 space-y-3">
          <Fact
            term={quantity > 1 ? 'Dumpsters' : 'Dumpster'}
            value={size ? `${countText(quantity)}${sizeText(size)}` : 'Not chosen yet'}
          />
          <Fact term="Dates" value={dates ?? 'Not chosen yet'} />
          {pickupDay && <Fact term="Pickup" value={formatDay(pickupDay)} />}
        </dl>
        <div className="mt-5 border-line border-t border-dashed pt-4">
          {price ? <PriceSummary price={price} quantity={quantity} /> : <PriceFrom offer={offer} />}
        </div>
        {price && isPriced(price) && (
          <p className="mt-3 text-ink-soft text-sm">{includedLine([price.rate])}</p>
        )}
        {!(price ? isPriced(price) : offer.isPriced) && (
          <p className="mt-2 text-ink-soft text-sm">
            The final price adds dump fees, calculated at the end of your rental.
          </p>
        )}
      </div>
    </aside>
  );
}

/** '2 x ' before the size; '' for one. */
function countText(quantity: number): string {
  return quantity > 1 ? `${quantity} x ` : '';
}

function sizeText(size: SizeOption): string {
  return `${size.name} dumpster, ${dimensionsLabel(size)}`;
}

/** The headline of the bar; before a size is chosen the lowest one. */
function BarPrice({
  offer,
  price,
  quantity,
}: {
  offer: RentalOffer;
  price: ShownPrice | null;
  quantity: number;
}) {
  const { label, amount, dueToday } = price
    ? headlineOf(price)
    : { label: offer.isPriced ? '' : 'Deposit', amount: offer.headline.amount, dueToday: null };
  return (
    <p className="shrink-0 whitespace-nowrap text-right font-display font-semibold text-lg">
      {!price && offer.headline.isFrom && <Small>from </Small>}
      {formatUsd(price ? amount * quantity : amount)} <Small>{label.toLowerCase()}</Small>
      {dueToday !== null && (
        <span className="block font-normal font-sans text-ink-soft text-xs">
          {formatUsd(dueToday * quantity)} due today
        </span>
      )}
    </p>
  );
}

function Small({ children }: { children: string }) {
  return <span className="font-normal font-sans text-ink-soft text-xs">{children}</span>;
}

/** The lowest amount of the rental, before a size is chosen. */
function PriceFrom({ offer: { isPriced: hasPrice, headline } }: { offer: RentalOffer }) {
  return (
    <p className="flex items-baseline justify-between">
      <span className="font-semibold">{hasPrice ? 'Price' : 'Deposit due now'}</span>
      <span className="font-display font-semibold text-2xl tabular-nums">
        {headline.isFrom && <span className="font-normal font-sans text-base text-ink-soft">from </span>}
        {formatUsd(headline.amount)}
      </span>
    </p>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{term}</dt>
      <dd className="wrap-anywhere font-semibold">{value}</dd>
    </div>
  );
}
