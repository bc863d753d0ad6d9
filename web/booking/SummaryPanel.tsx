import { formatUsd } from '#domain/money.ts';
import { parseDumpsterType, type RentalType, rentalOption } from '#domain/rental.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import { dimensionsLabel } from '#web/rental/dimensions.ts';
import { dumpsterText, rentalDates } from '#web/rental/rental-text.ts';

type Props = { rentalType: RentalType; dumpsterType: string; deliveryDate: string };

/** Summary of the booking: beside the form on wide screens, a bar on top on narrow ones. */
export function SummaryPanel({ rentalType, dumpsterType, deliveryDate }: Props) {
  const option = rentalOption(rentalType);
  const size = parseDumpsterType(dumpsterType);
  return (
    <aside
      aria-label="Your rental"
      className="sticky top-0 z-[5] bleed border-line border-b bg-surface py-2.5 lg:top-6 lg:order-last lg:mx-0 lg:self-start lg:rounded-lg lg:border lg:p-6 lg:shadow-lift"
    >
      <div className="flex items-baseline justify-between gap-3 lg:hidden">
        <p className="min-w-0 text-sm">
          <span className="font-semibold">{option.title}</span>
          {size && <span className="text-ink-soft"> · {dumpsterText(size).replace(' dumpster', '')}</span>}
          {deliveryDate && (
            <span className="block text-ink-soft text-xs">{rentalDates(rentalType, deliveryDate)}</span>
          )}
        </p>
        <p className="whitespace-nowrap font-display font-semibold text-lg">
          {formatUsd(option.deposit)}{' '}
          <span className="font-sans font-normal text-ink-soft text-xs">deposit</span>
        </p>
      </div>
      <div className="hidden lg:block">
        <h2 className="text-xl">{option.title}</h2>
        {size ? (
          <DumpsterDrawing type={size} className="mt-4 w-full" />
        ) : (
          <p className="mt-4 rounded-md bg-sunk px-4 py-7 text-center text-ink-soft text-sm">
            No size chosen yet
          </p>
        )}
        <dl className="mt-4 space-y-3">
          <Fact
            term="Dumpster"
            value={size ? `${dumpsterText(size)}, ${dimensionsLabel(size)}` : 'Not chosen yet'}
          />
          <Fact
            term="Dates"
            value={deliveryDate ? rentalDates(rentalType, deliveryDate) : 'Not chosen yet'}
          />
        </dl>
        <p className="mt-5 flex items-baseline justify-between border-line border-t border-dashed pt-4">
          <span className="font-semibold">Deposit due now</span>
          <span className="font-display font-semibold text-2xl tabular-nums">
            {formatUsd(option.deposit)}
          </span>
        </p>
        <p className="mt-2 text-ink-soft text-sm">
          The final price adds dump fees, calculated at the end of your rental.
        </p>
      </div>
    </aside>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{term}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
