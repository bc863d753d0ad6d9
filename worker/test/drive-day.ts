import type { BoardRoute, BoardStop } from '#contract/dispatch.ts';
import type { StartPlaces } from './random-days.ts';

type Place = { booking: number } | { truck: number } | { yard: number } | 'nowhere';
type Unit = { at: Place; isFull: boolean };

const BRINGS = ['delivery', 'exchange', 'live_load'];
const TAKES = ['final_pickup', 'dump_and_return', 'relocation', 'relocate_on_site'];

/**
 * Drives routes as their drivers do: each leaves the yard with the units that the stops up to the next yard stop bring, and
 * makes one stop after the other. Returns what a driver finds to be impossible. It shares no code with the plan.
 */
export function driveDay(routes: readonly BoardRoute[], start: StartPlaces): string[] {
  const drive = new Drive(start);
  const events = routes.flatMap((route) => {
    const leaves = route.stops.map(({ departure }) => Date.parse(departure));
    return [Date.parse(route.startsAt), ...leaves, Date.parse(route.endsAt)].map((atMs, index) => {
      return { route, index: index - 1, atMs };
    });
  });
  for (const { route, index } of events.toSorted((a, b) => a.atMs - b.atMs)) drive.pass(route, index);
  return drive.failures;
}

class Drive {
  readonly failures: string[] = [];
  readonly #units = new Map<number, Unit>();
  /** Units without a number, by the truck and the booking that gets them. */
  readonly #unnamed = new Map<string, { truck: number; isFull: boolean }>();

  constructor(start: StartPlaces) {
    for (const [id, at] of start) {
      this.#units.set(id, { at, isFull: at !== 'nowhere' && 'truck' in at });
    }
  }

  pass(route: BoardRoute, index: number): void {
    const stop = route.stops[index];
    if (stop?.type === 'yard') {
      this.#unload(route, stop.site?.id ?? route.start?.id ?? 0);
      this.#load(route, index + 1, stop.site?.id ?? route.start?.id ?? 0);
    } else if (stop) this.#make(route, stop);
    else if (index < 0) this.#load(route, 0, route.start?.id ?? 0);
    else this.#unload(route, route.end?.id ?? 0);
  }

  #truck = ({ truck }: BoardRoute) => truck?.id ?? 0;
  #aboard(truck: number): Unit[] {
    return [...this.#units.values()].filter(
      ({ at }) => at !== 'nowhere' && 'truck' in at && at.truck === truck,
    );
  }
  #count(truck: number): number {
    return (
      this.#aboard(truck).length + [...this.#unnamed.values()].filter((one) => one.truck === truck).length
    );
  }

  #fail(route: BoardRoute, stop: BoardStop, what: string): void {
    this.failures.push(
      `Route of ${route.driver.name}, ${stop.type} of booking ${stop.job?.bookingId}: ${what}`,
    );
  }

  #unload(route: BoardRoute, yard: number): void {
    for (const unit of this.#aboard(this.#truck(route))) unit.at = { yard };
    for (const [key, { truck }] of this.#unnamed) if (truck === this.#truck(route)) this.#unnamed.delete(key);
  }

  /** What the stops bring that the truck does not get on the way. */
  #load(route: BoardRoute, from: number, yard: number): void {
    const truck = this.#truck(route);
    const gotten = new Set<number>();
    for (const stop of route.stops.slice(from)) {
      if (stop.type === 'yard') return;
      const { job, type } = stop;
      if (job && BRINGS.includes(type)) {
        if (!job.unit) this.#unnamed.set(`${truck} ${job.id}`, { truck, isFull: false });
        const unit = this.#unitOf(job.unit?.id);
        const isHere = unit && unit.at !== 'nowhere' && 'yard' in unit.at && [yard, 0].includes(unit.at.yard);
        if (job.unit && isHere && !unit.isFull && !gotten.has(job.unit.id)) unit.at = { truck };
        if (job.unit && type !== 'live_load') gotten.add(job.unit.id);
      }
      const over = this.#count(truck) - (route.truck?.capacity ?? 1);
      if (over > 0) this.#fail(route, stop, `the truck leaves the yard with ${over} units too many`);
    }
  }

  #unitOf(id: number | undefined): Unit | null {
    if (id === undefined) return null;
    const known = this.#units.get(id) ?? { at: { yard: 0 }, isFull: false };
    this.#units.set(id, known);
    return known;
  }

  #make(route: BoardRoute, stop: BoardStop): void {
    const truck = this.#truck(route);
    const { job, type } = stop;
    if (type === 'disposal') {
      for (const unit of this.#aboard(truck)) unit.isFull = false;
      return;
    }
    if (!job) return;
    const place = { booking: job.bookingId };
    const isThere = (unit: Unit | null) =>
      unit !== null && unit.at !== 'nowhere' && 'booking' in unit.at && unit.at.booking === job.bookingId;
    const standing = type === 'exchange' ? job.collectedUnit : job.unit;
    if (type === 'exchange' || TAKES.includes(type)) {
      const unit = this.#unitOf(standing?.id);
      if (standing && !isThere(unit))
        this.#fail(route, stop, `${standing.number} is not there but ${JSON.stringify(unit?.at)}`);
      if (TAKES.includes(type) && this.#count(truck) >= (route.truck?.capacity ?? 1))
        this.#fail(route, stop, 'the truck is full');
    }
    if (BRINGS.includes(type)) {
      if (!job.unit) {
        if (!this.#unnamed.delete(`${truck} ${job.id}`)) this.#fail(route, stop, 'no unit is aboard');
      } else {
        const unit = this.#unitOf(job.unit.id);
        const isAboard = unit && unit.at !== 'nowhere' && 'truck' in unit.at && unit.at.truck === truck;
        if (!isAboard && !isThere(unit))
          this.#fail(route, stop, `${job.unit.number} is not aboard but ${JSON.stringify(unit?.at)}`);
        else if (isAboard && unit.isFull) this.#fail(route, stop, `${job.unit.number} is full`);
        if (unit && type !== 'live_load') unit.at = place;
        if (unit && type === 'live_load') Object.assign(unit, { at: { truck }, isFull: true });
      }
    }
    if (type === 'exchange' || type === 'final_pickup') {
      const unit = this.#unitOf(standing?.id);
      if (unit) Object.assign(unit, { at: { truck }, isFull: true });
      else this.#unnamed.set(`${truck} taken ${job.id}`, { truck, isFull: true });
    }
    if (type === 'live_load' && !job.unit)
      this.#unnamed.set(`${truck} taken ${job.id}`, { truck, isFull: true });
  }
}
