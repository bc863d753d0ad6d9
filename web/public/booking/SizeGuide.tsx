import { offeredSizes } from '#domain/catalog/entries.ts';
import type { SizeOption } from '#domain/catalog/rate-card.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { DumpsterDrawing } from '#web/public/rental/DumpsterDrawing.tsx';
import { dimensionsLabel, dimensionsText } from '#web/public/rental/dimensions.ts';
import type { RentalOffer } from './catalog/rental-offer.ts';

/** The sizes drawn to the same scale beside a person. */
export function SizeGuide({ offers }: { offers: readonly RentalOffer[] }) {
  const sizes = offeredSizes(useCatalog());
  return (
    <section aria-labelledby="sizes" className="mt-12 sm:mt-16">
      <h2 id="sizes" className="text-2xl">
        Our sizes, drawn to scale
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        You choose the size in the next step. {sizePriceText(offers)}
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {sizes.map((size) => (
          <Size key={size.id} size={size} sizes={sizes} />
        ))}
      </ul>
    </section>
  );
}

function sizePriceText(offers: readonly RentalOffer[]): string {
  if (offers.some(({ isPriced }) => isPriced)) return 'It decides the price.';
  return offers.some(({ deposit }) => deposit.isFrom)
    ? 'The deposit depends on it.'
    : 'The deposit is the same for all of them.';
}

function Size({ size, sizes }: { size: SizeOption; sizes: readonly SizeOption[] }) {
  return (
    <li className="min-w-0">
      <DumpsterDrawing size={size} sizes={sizes} className="w-full max-w-md" />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <h3 className="wrap-anywhere text-lg">{size.name}</h3>
        <p className="text-ink-soft text-sm">
          <span aria-hidden="true">{dimensionsLabel(size)}</span>
          <span className="sr-only">{dimensionsText(size)}</span>
        </p>
      </div>
      <p className="wrap-anywhere text-sm">{size.bestFor}</p>
    </li>
  );
}
