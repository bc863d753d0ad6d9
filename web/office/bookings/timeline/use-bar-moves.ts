import { type KeyboardEvent, useState } from 'react';
import type { Dumpster, TimelineBar } from '#contract/inventory.ts';
import { isOver } from '#domain/rental/bookings.ts';

/** A bar that is dragged or moved by keys. `to`: the row that it would get. */
export type BarMove = { bar: TimelineBar; to: number; isByKeys: boolean };

type Options = {
  units: readonly Dumpster[];
  /** Null if the user may not move bookings. */
  onMove: ((move: { bar: TimelineBar; unit: Dumpster }) => void) | null;
  /** Brings a row into view. */
  onRow: (index: number) => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Bars that move to other units: dragged, or by keys. Enter picks a bar up, arrow keys choose the unit, Enter moves it there. */
export function useBarMoves({ units, onMove, onRow }: Options) {
  const [moving, setMoving] = useState<BarMove | null>(null);
  const rowOf = (bar: TimelineBar) => units.findIndex(({ id }) => id === bar.dumpsterId);
  const isMovable = ({ status }: TimelineBar) => onMove !== null && status !== null && !isOver(status);
  const pickUp = (bar: TimelineBar, isByKeys: boolean) => setMoving({ bar, to: rowOf(bar), isByKeys });
  const cancel = () => setMoving(null);
  const drop = () => {
    const unit = moving && units[moving.to];
    if (unit && unit.id !== moving.bar.dumpsterId) onMove?.({ bar: moving.bar, unit });
    cancel();
  };
  const moveTo = (to: number) => moving && units[to] && setMoving({ ...moving, to });
  const press = (event: KeyboardEvent, bar: TimelineBar) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = STEPS[event.key];
    if (!moving?.isByKeys) {
      if (event.key === 'Enter' && isMovable(bar)) {
        event.preventDefault();
        pickUp(bar, true);
      } else if (step) focusRow(event, step);
    } else if (step) {
      event.preventDefault();
      moveTo(moving.to + step);
      onRow(Math.max(0, Math.min(units.length - 1, moving.to + step)));
    } else if (event.key === 'Escape') {
      cancel();
      onRow(rowOf(bar));
    } else if (event.key === 'Enter' && moving.to !== rowOf(bar)) {
      event.preventDefault();
      drop();
    }
    // Enter on its own unit follows the link to the booking.
  };
  return { moving, isMovable, pickUp, moveTo, drop, cancel, press };
}

/** Up and down go to the first bar of the next row that has one. */
function focusRow(event: KeyboardEvent, step: number): void {
  const row = event.currentTarget.closest<HTMLElement>('[data-unit]');
  let next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  while (next && !next.querySelector('[data-bar]'))
    next = step > 0 ? next.nextElementSibling : next.previousElementSibling;
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('[data-bar]')?.focus();
}
