import { type KeyboardEvent, useRef } from 'react';
import type { BookingOptions } from '#contract/new-booking.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';

type Choice = { rentalType: string; dumpsterType: string };
type Props = { options: BookingOptions; choice: Choice; onChoose: (choice: Choice) => void };

/** Sizes by rental periods, each with its price and its free units. Arrow keys move in both directions. */
export function RentalGrid({ options, choice, onChoose }: Props) {
  const { rentals, sizes, offers } = options;
  const table = useRef<HTMLTableElement>(null);
  const offerAt = (row: number, column: number) =>
    offers.find((one) => one.dumpsterType === sizes[row]?.id && one.rentalType === rentals[column]?.id);
  const walk = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    let row = sizes.findIndex(({ id }) => id === choice.dumpsterType);
    let column = rentals.findIndex(({ id }) => id === choice.rentalType);
    for (let tries = sizes.length + rentals.length; tries > 0; tries -= 1) {
      row = (row + down + sizes.length) % sizes.length;
      column = (column + right + rentals.length) % rentals.length;
      const offer = offerAt(row, column);
      if (!offer?.price) continue;
      onChoose({ rentalType: offer.rentalType, dumpsterType: offer.dumpsterType });
      table.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus();
      return;
    }
  };
  return (
    <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table
        ref={table}
        onKeyDown={walk}
        className="w-full border-separate border-spacing-1 text-xs sm:text-sm"
      >
        <caption className="sr-only">Size and rental period</caption>
        <thead>
          <tr>
            <td />
            {rentals.map(({ id, label }) => (
              <th key={id} scope="col" className="px-1 py-1.5 text-left font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size, row) => (
            <tr key={size.id}>
              <th scope="row" className="whitespace-nowrap py-1 pr-1 text-left sm:pr-2 font-semibold">
                {size.name}
              </th>
              {rentals.map((rental, column) => {
                const offer = offerAt(row, column);
                const isChosen = rental.id === choice.rentalType && size.id === choice.dumpsterType;
                return (
                  <td key={rental.id} className="p-0">
                    {offer?.price ? (
                      <GridCell
                        cell={`${row}-${column}`}
                        name={`${rental.title}, ${size.name}`}
                        price={offer.price}
                        free={offer.free}
                        isChosen={isChosen}
                        onChoose={() => onChoose({ rentalType: rental.id, dumpsterType: size.id })}
                      />
                    ) : (
                      <span className="block px-2 py-2 text-ink-soft text-xs">Not offered</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type CellProps = {
  cell: string;
  name: string;
  price: { total: number; dueNow: number };
  free: number;
  isChosen: boolean;
  onChoose: () => void;
};

function GridCell({ cell, name, price, free, isChosen, onChoose }: CellProps) {
  const freeText = free === 0 ? 'None free' : `${free} free`;
  const amount = formatUsdWhole(price.total);
  return (
    <label
      className={`relative block min-h-11 cursor-pointer rounded-md border px-1 py-1.5 leading-tight sm:px-2 has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2 ${
        isChosen ? 'border-brand bg-brand-soft ring-1 ring-brand' : 'border-line bg-surface hover:border-ink'
      }`}
    >
      <input
        type="radio"
        name="dumpsterType"
        data-cell={cell}
        aria-label={`${name}, ${amount}, ${freeText}`}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span aria-hidden="true" className="block font-semibold tabular-nums">
        {amount}
      </span>
      <span
        aria-hidden="true"
        className={`block text-xs tabular-nums ${free === 0 ? 'font-semibold text-danger' : 'text-ink-soft'}`}
      >
        {freeText}
      </span>
    </label>
  );
}
