import type { ChangeFacts, ChangePreview } from '#contract/booking-changes.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Folded } from '#web/kit/ui/Folded.tsx';
import { differenceText } from './words.ts';

type Row = { name: string; text: (facts: ChangeFacts) => string };

const ROWS: readonly Row[] = [
  { name: 'Status', text: ({ status }) => BOOKING_STATUS_LABELS[status] },
  { name: 'Rental', text: ({ rentalTitle }) => rentalTitle },
  { name: 'Size', text: ({ sizeName }) => sizeName },
  { name: 'Delivery', text: ({ deliveryDate }) => formatDay(deliveryDate) },
  { name: 'Last day', text: ({ endDate }) => formatDay(endDate) },
  { name: 'Pickup', text: ({ pickupDay }) => formatDay(pickupDay) },
  { name: 'Unit', text: ({ unit }) => unit?.number ?? 'None' },
];
const PRICE: Row = { name: 'Price', text: ({ total }) => (total === null ? 'Not set' : formatUsd(total)) };

/** What a change changes, with the lines of its price. Rows that stay the same are left out, but for the price. */
export function BeforeAndAfter({ preview }: { preview: ChangePreview }) {
  const { before, after, cancellation } = preview;
  const changed = ROWS.filter(({ text }) => text(before) !== text(after));
  return (
    <div>
      <table className="w-full text-sm">
        <caption className="sr-only">Before and after the change</caption>
        <thead>
          <tr className="border-line border-b text-left text-ink-soft text-xs">
            <th scope="col" className="w-20 py-1 pr-3 font-normal">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-1 pr-3 font-normal">
              Now
            </th>
            <th scope="col" className="py-1 font-normal">
              After
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {(cancellation ? changed : [...changed, PRICE]).map((row) => (
            <FactRow key={row.name} row={row} preview={preview} />
          ))}
        </tbody>
      </table>
      {!cancellation && <PriceChange preview={preview} />}
    </div>
  );
}

function PriceChange({ preview: { lines, difference, rateCard, movedBooking } }: { preview: ChangePreview }) {
  return (
    <>
      {lines.length > 0 && (
        <Folded items={lines}>
          {(shown) => (
            <ul
              aria-label="Price lines"
              className="mt-3 space-y-1 border-line border-t pt-2 text-sm tabular-nums"
            >
              {shown.map((line) => (
                <li key={`${line.type} ${line.label} ${line.amount}`} className="flex justify-between gap-4">
                  <span dir="auto" className="wrap-anywhere min-w-0 text-ink-soft">
                    {lineName(line)}
                  </span>
                  <span>{signedUsd(line.amount)}</span>
                </li>
              ))}
            </ul>
          )}
        </Folded>
      )}
      <p className="mt-2 flex justify-between gap-4 border-line border-t pt-2 font-semibold tabular-nums">
        <span>Difference</span>
        <span>{differenceText(difference)}</span>
      </p>
      {rateCard && <p className="mt-1 text-ink-soft text-sm">{RATE_CARDS[rateCard]}</p>}
      {difference !== 0 && (
        <p className="mt-1 text-ink-soft text-sm">
          {difference > 0 ? 'No card is charged now.' : 'Nothing is refunded now.'}
        </p>
      )}
      {movedBooking && (
        <p className="mt-2 text-sm">
          To make room, booking #{movedBooking.id} moves from <bdi>{movedBooking.fromNumber}</bdi> to{' '}
          <bdi>{movedBooking.toNumber}</bdi>.
        </p>
      )}
    </>
  );
}

function FactRow({ row: { name, text }, preview: { before, after } }: { row: Row; preview: ChangePreview }) {
  const isSame = text(before) === text(after);
  return (
    <tr className="border-line border-b align-top last:border-b-0">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-soft">
        {name}
      </th>
      <td dir="auto" className="wrap-anywhere py-1.5 pr-3 text-left">
        {text(before)}
      </td>
      <td
        dir="auto"
        className={`wrap-anywhere py-1.5 text-left ${isSame ? 'text-ink-soft' : 'font-semibold'}`}
      >
        {isSame ? 'Same' : text(after)}
      </td>
    </tr>
  );
}

const RATE_CARDS = {
  booking: "By the booking's own price list.",
  published: 'By the price list that is published now.',
} as const;

function signedUsd(cents: number): string {
  return cents > 0 ? `+${formatUsd(cents)}` : formatUsd(cents);
}
