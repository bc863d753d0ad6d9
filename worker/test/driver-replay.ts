import type { JobType } from '#domain/jobs/jobs.ts';

/** A stop as it was planned. A stop without a job is at a disposal site or a yard. */
export type ReplayStop = {
  id: number;
  jobId: number | null;
  type: string;
  stopOrder: number;
  truckId: number;
  /** The planned units; the driver can record others. */
  broughtId: number | null;
  collectedId: number | null;
};
export type ReplayJob = {
  id: number;
  bookingId: number;
  type: JobType;
  isDone: boolean;
  unitId: number | null;
};

/** What happened, in the order in which the server learned of it. Times in milliseconds. */
export type Fact =
  | { kind: 'unit'; stopId: number; unitId: number; isCollected: boolean }
  | { kind: 'done'; stopId: number; atMs: number }
  | { kind: 'marked'; jobId: number; atMs: number }
  | { kind: 'cancelled'; bookingId: number }
  | { kind: 'removed'; stopId: number }
  | { kind: 'corrected'; unitId: number; place: string; atMs: number };

type Move = { atMs: number; apply: (places: Map<number, string>) => void };
/** A unit that a job took away when staff marked it. */
type Mark = { truckId: number; stopOrder: number; atMs: number; units: Set<number> };
type State = {
  jobs: Map<
    number,
    { bookingId: number; type: JobType; unitId: number | null; status: 'open' | 'done' | 'cancelled' }
  >;
  stops: Map<number, ReplayStop>;
  units: Map<number, { brought?: number; collected?: number }>;
  moves: Move[];
  marks: Mark[];
  /** The stops that a driver reported, and those that the office took off. */
  madeStops: Set<number>;
  removedStops: Set<number>;
  /** Jobs that a driver did before their delivery was recorded. */
  early: Set<number>;
};

/**
 * Jobs and places of units from the facts alone, without the database: places are computed from the times at which
 * things happened, jobs from the order in which they became known.
 */
export function replayFacts(plan: { stops: ReplayStop[]; jobs: ReplayJob[] }, facts: readonly Fact[]) {
  const state: State = {
    jobs: new Map(
      plan.jobs.map(({ isDone, ...job }) => [job.id, { ...job, status: isDone ? 'done' : 'open' }]),
    ),
    stops: new Map(plan.stops.map((stop) => [stop.id, stop])),
    units: new Map(),
    moves: plan.jobs.flatMap((job) =>
      job.isDone && job.type === 'delivery' && job.unitId !== null
        ? [bring(job.unitId, job.bookingId, 0)]
        : [],
    ),
    marks: [],
    madeStops: new Set(),
    removedStops: new Set(),
    early: new Set(),
  };
  for (const fact of facts) {
    applyFact(state, fact);
    for (const id of [...state.early]) if (isDelivered(state, id)) finish(state, id);
  }
  const places = new Map<number, string>();
  for (const { apply } of state.moves.toSorted((a, b) => a.atMs - b.atMs)) apply(places);
  return {
    jobs: Object.fromEntries([...state.jobs].map(([id, { status }]) => [id, status])),
    places: Object.fromEntries([...places].filter(([, place]) => place !== 'yard')),
  };
}

function applyFact(state: State, fact: Fact) {
  switch (fact.kind) {
    case 'unit': {
      const units = state.units.get(fact.stopId) ?? {};
      state.units.set(fact.stopId, { ...units, [fact.isCollected ? 'collected' : 'brought']: fact.unitId });
      return;
    }
    case 'done':
      return stopDone(state, fact);
    case 'marked':
      return jobMarked(state, fact);
    case 'cancelled':
      return bookingCancelled(state, fact.bookingId);
    case 'removed':
      state.removedStops.add(fact.stopId);
      return;
    case 'corrected':
      state.moves.push({ atMs: fact.atMs, apply: (places) => places.set(fact.unitId, fact.place) });
  }
}

function stopDone(state: State, { stopId, atMs }: { stopId: number; atMs: number }) {
  const stop = state.stops.get(stopId);
  if (!stop) return;
  state.madeStops.add(stopId);
  if (stop.jobId === null) {
    state.moves.push(unload(stop, atMs), ...unloadMarked(state, stop, atMs));
    return;
  }
  const job = state.jobs.get(stop.jobId);
  if (!job || job.status === 'done') return;
  const units = state.units.get(stopId);
  const brought = units?.brought ?? stop.broughtId;
  const collected = units?.collected ?? stop.collectedId;
  if (collected !== null && (job.type === 'exchange' || job.type === 'final_pickup')) {
    state.moves.push({ atMs, apply: (places) => places.set(collected, `truck ${stop.truckId}`) });
  }
  if (brought !== null && (job.type === 'delivery' || job.type === 'exchange')) {
    state.moves.push(bring(brought, job.bookingId, atMs));
  }
  if (job.status === 'cancelled')
    return job.type === 'delivery' ? lateDelivery(state, job.bookingId) : undefined;
  if (isDelivered(state, stop.jobId)) finish(state, stop.jobId);
  else state.early.add(stop.jobId);
}

function jobMarked(state: State, { jobId, atMs }: { jobId: number; atMs: number }) {
  const job = state.jobs.get(jobId);
  if (!job) return;
  const { bookingId, unitId } = job;
  if (job.type !== 'delivery') {
    const isHere = (place: string) => place === `booking ${bookingId}`;
    const mark = markOnTruck(state, { jobId, atMs });
    if (mark) state.marks.push(mark);
    state.moves.push({
      atMs,
      apply: (places) => {
        for (const [unit, place] of places) {
          if (!isHere(place)) continue;
          places.set(unit, mark ? `truck ${mark.truckId}` : 'yard');
          mark?.units.add(unit);
        }
      },
    });
  }
  if (job.type !== 'final_pickup' && unitId !== null) state.moves.push(bring(unitId, bookingId, atMs));
  finish(state, jobId);
}

/** The truck whose route has the stop of the job. Null without one, and when it was unloaded after that stop. */
function markOnTruck(state: State, { jobId, atMs }: { jobId: number; atMs: number }): Mark | null {
  const { madeStops, removedStops } = state;
  const stops = [...state.stops.values()].filter(({ id }) => !removedStops.has(id));
  const stop = stops.find((one) => one.jobId === jobId && !madeStops.has(one.id));
  if (!stop) return null;
  const later = stops.filter(({ jobId: job, stopOrder }) => job === null && stopOrder > stop.stopOrder);
  const made = later.filter(({ id }) => madeStops.has(id));
  const isOff = made.some(({ type }) => type === 'yard') || (made.length > 0 && made.length === later.length);
  const { truckId, stopOrder } = stop;
  return isOff ? null : { truckId, stopOrder, atMs, units: new Set() };
}

/** The phone reports the disposal site or yard with a time before staff marked a pickup of the stops before it. */
function unloadMarked({ marks }: State, stop: ReplayStop, atMs: number): Move[] {
  return marks
    .filter((mark) => mark.truckId === stop.truckId && mark.stopOrder < stop.stopOrder && mark.atMs > atMs)
    .map((mark) => ({
      atMs: mark.atMs,
      apply: (places) => {
        const { apply } = unload(stop, mark.atMs);
        const ofMark = new Map([...places].filter(([unit]) => mark.units.has(unit)));
        apply(ofMark);
        for (const [unit, place] of ofMark) places.set(unit, place);
      },
    }));
}

function bookingCancelled(state: State, bookingId: number) {
  const own = [...state.jobs.values()].filter((job) => job.bookingId === bookingId);
  const isOnSite =
    own.some(({ type, status }) => type === 'delivery' && status === 'done') &&
    !own.some(({ type, status }) => type === 'final_pickup' && status === 'done');
  for (const job of own) {
    if (job.status === 'open' && !(isOnSite && job.type === 'final_pickup')) job.status = 'cancelled';
  }
}

/** The unit is at the customer after all, and has to be picked up. */
function lateDelivery(state: State, bookingId: number) {
  for (const job of state.jobs.values()) {
    if (job.bookingId === bookingId && job.type === 'delivery') job.status = 'done';
    if (job.bookingId === bookingId && job.type === 'final_pickup') job.status = 'open';
  }
}

function finish(state: State, jobId: number) {
  const job = state.jobs.get(jobId);
  if (job?.status === 'open') job.status = 'done';
  state.early.delete(jobId);
}

function isDelivered({ jobs }: State, jobId: number): boolean {
  const job = jobs.get(jobId);
  if (!job || job.type === 'delivery') return true;
  return [...jobs.values()].some(
    ({ bookingId, type, status }) => bookingId === job.bookingId && type === 'delivery' && status === 'done',
  );
}

const bring = (unitId: number, bookingId: number, atMs: number): Move => ({
  atMs,
  apply: (places) => places.set(unitId, `booking ${bookingId}`),
});

/** At a disposal site the units stay with the truck's route; at the yard they are off it. */
const unload = ({ type, truckId }: ReplayStop, atMs: number): Move => ({
  atMs,
  apply: (places) => {
    for (const [unit, place] of places) {
      if (place === `truck ${truckId}`) places.set(unit, type === 'yard' ? 'yard' : `disposal ${truckId}`);
      if (place === `disposal ${truckId}` && type === 'yard') places.set(unit, 'yard');
    }
  },
});

/** No row of any of these queries may exist. */
export const BROKEN_RECORDS = {
  'a job that is done twice': `
    SELECT subject_id FROM history WHERE action = 'job_done'
    GROUP BY subject_id, json_extract(after, '$.job') HAVING count(*) > 1`,
  'a load with two fees': `
    SELECT load_stop_id FROM dump_fees WHERE voided_at IS NULL GROUP BY load_stop_id HAVING count(*) > 1`,
  'a ticket that is neither a fee nor a conflict': `
    SELECT a.id FROM driver_actions a WHERE a.type = 'ticket' AND a.result = 'applied'
      AND NOT EXISTS (SELECT 1 FROM dump_fees WHERE action_id = a.id)
      AND NOT EXISTS (SELECT 1 FROM driver_conflicts WHERE action_id = a.id)`,
  'a fee of a booking that had no load at the stop': `
    SELECT f.id FROM dump_fees f LEFT JOIN driver_route_stops s ON s.id = f.load_stop_id AND s.booking_id = f.booking_id
      AND s.status IN ('delivered', 'completed') WHERE s.id IS NULL`,
  'a stop that was done and is not': `
    SELECT a.id FROM driver_actions a JOIN driver_route_stops s ON s.id = a.stop_id
    WHERE a.type = 'done' AND a.result = 'applied' AND s.status NOT IN ('delivered', 'completed')`,
  'a planned job that is on no route': `
    SELECT j.id FROM jobs j WHERE j.status IN ('planned', 'in_progress') AND NOT EXISTS (
      SELECT 1 FROM driver_route_stops WHERE job_id = j.id AND removed_at IS NULL AND status IN ('pending', 'in_transit'))`,
  'a unit at a customer without a pickup': `
    SELECT b.id FROM bookings b WHERE b.site_status = 'on_site' AND NOT EXISTS (
      SELECT 1 FROM jobs WHERE booking_id = b.id AND type = 'final_pickup' AND status NOT IN ('done', 'cancelled'))`,
};
