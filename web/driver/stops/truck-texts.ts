import type { DriverRoute, DriverStop } from '#contract/driver-routes.ts';
import { isLoadType } from '#domain/dispatch/loads.ts';
import type { OutboxItem } from '#web/driver/outbox/items.ts';
import { stopName } from '#web/driver/words.ts';
import { computeStopState, type StopState } from './stop-state.ts';

type Stops = Pick<DriverRoute, 'stops'>;

/** What the driver does with units at a stop without 'Bring' and 'Take away': names of facts, with one line a unit. */
export function truckTexts(
  route: Stops,
  stop: DriverStop,
  items: readonly OutboxItem[],
): [name: string, text: string | null][] {
  return [
    ['To dump', loadsText(route, stop, items)],
    ['Then', returnText(route, stop, items)],
    ['To do', dumpAndReturnText(route, stop, items)],
    ...yardTexts(route, stop, items),
  ];
}

/** The loads that the truck brings to a disposal stop: 'Unit 10-01 of Ada Lovelace', one a line. Null for another stop. */
export function loadsText(
  { stops }: Stops,
  { id, type }: DriverRoute['stops'][number],
  items: readonly OutboxItem[],
): string | null {
  if (type !== 'disposal') return null;
  const before = stops.slice(
    0,
    stops.findIndex((stop) => stop.id === id),
  );
  const since = before.slice(before.findLastIndex((stop) => stop.type === 'disposal') + 1);
  return since
    .filter((stop) => isLoadType(stop.type))
    .map((stop) => computeStopState(stop, items))
    .filter(({ phase }) => phase !== 'attempted')
    .map(({ stop, recorded }) => {
      const unit = recorded.collectedUnit ?? stop.collectedUnit?.number;
      return unit ? `Unit ${unit} of ${stopName(stop)}` : stopName(stop);
    })
    .join('\n');
}

/** The stops before and after a stop, up to the next one of its type. */
function around({ stops }: Stops, { id, type }: DriverStop): [before: DriverStop[], after: DriverStop[]] {
  const index = stops.findIndex((stop) => stop.id === id);
  const [before, after] = [stops.slice(0, index), stops.slice(index + 1)];
  const end = after.findIndex((stop) => stop.type === type);
  return [
    before.slice(before.findLastIndex((stop) => stop.type === type) + 1),
    end < 0 ? after : after.slice(0, end),
  ];
}

/** The units that the truck has when it comes to a yard, and those that it needs for the stops behind it. */
function yardTexts(
  route: Stops,
  yard: DriverStop,
  items: readonly OutboxItem[],
): [name: string, text: string | null][] {
  if (yard.type !== 'yard') return [];
  const [before, after] = around(route, yard).map((stops) =>
    stops.map((stop) => computeStopState(stop, items)),
  );
  const taken = (before ?? []).flatMap((state) => unitOf(state, 'collected') ?? []);
  const needed = (after ?? []).flatMap((state) => unitOf(state, 'brought') ?? []);
  const without = (units: StopUnit[], others: StopUnit[]) =>
    units.filter(({ number }) => others.every((other) => other.number !== number));
  const lines = (units: StopUnit[], word: string) =>
    units
      .map(({ number, name, size }) => `Unit ${number}${size ? `, ${size},` : ''} ${word} ${name}`)
      .join('\n');
  return [
    ['Leave', lines(without(taken, needed), 'of') || 'Nothing'],
    ['Load', lines(without(needed, taken), 'for') || 'Nothing'],
  ];
}

type StopUnit = { number: string; name: string; size: string | null };

/** The unit that a stop puts on the truck, or takes from it; null without one, and where the stop was not made. */
function unitOf({ stop, phase, recorded }: StopState, direction: 'brought' | 'collected'): StopUnit | null {
  const isCollected = direction === 'collected';
  const types = isCollected ? ['exchange', 'final_pickup'] : ['delivery', 'exchange'];
  if (!types.includes(stop.type) || phase === 'attempted' || (phase === 'done' && !isCollected)) return null;
  const number = isCollected
    ? (recorded.collectedUnit ?? stop.collectedUnit?.number)
    : (recorded.unit ?? stop.unit?.number);
  return number === undefined ? null : { number, name: stopName(stop), size: stop.sizeName };
}

/** The three parts of a dump and return; the disposal stop is right behind it. Null for another stop. */
function dumpAndReturnText(route: Stops, stop: DriverStop, items: readonly OutboxItem[]): string | null {
  if (stop.type !== 'dump_and_return') return null;
  const site = route.stops[route.stops.findIndex(({ id }) => id === stop.id) + 1];
  const unit = computeStopState(stop, items).recorded.collectedUnit ?? stop.collectedUnit?.number;
  const where =
    site?.type === 'disposal'
      ? `at ${stopName(site)}${site.place?.address ? `, ${site.place.address}` : ''}`
      : '(ask the office where)';
  return [
    `1. Take ${unit ? `unit ${unit}` : 'the unit'} from here.`,
    `2. Dump it ${where}.`,
    '3. Bring it back here, then press Done.',
  ].join('\n');
}

/** At the disposal stop right behind a dump and return: where the unit goes then. Null for another stop. */
function returnText({ stops }: Stops, { id, type }: DriverStop, items: readonly OutboxItem[]): string | null {
  const before = stops[stops.findIndex((stop) => stop.id === id) - 1];
  if (type !== 'disposal' || before?.type !== 'dump_and_return') return null;
  const state = computeStopState(before, items);
  if (state.phase === 'attempted') return null;
  const unit = state.recorded.collectedUnit ?? before.collectedUnit?.number;
  const address = before.place?.address ? `, ${before.place.address}` : '';
  return `Bring ${unit ? `unit ${unit}` : 'the unit'} back to ${stopName(before)}${address}`;
}
