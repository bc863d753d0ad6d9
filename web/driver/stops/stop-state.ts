import type { DriverStop } from '#contract/driver-routes.ts';
import {
  missingItems,
  type RefusedUnit,
  recordedAt,
  UNIT_ITEMS,
  unitDirectionOf,
} from '#domain/dispatch/stop-log.ts';
import type { RequiredItem } from '#domain/dispatch/stops.ts';
import { type ActionItem, isAction, isOfRoute, type OutboxItem } from '#web/driver/outbox/items.ts';

/** Where the driver is with a stop. */
export type StopPhase = 'todo' | 'on_the_way' | 'arrived' | 'done' | 'attempted';

export type StopState = {
  stop: DriverStop;
  phase: StopPhase;
  departedAt: string | null;
  arrivedAt: string | null;
  recorded: DriverStop['recorded'];
  /** Required items that are not recorded. A signature is never missing: it needs someone who signs. */
  missing: RequiredItem[];
  /** How many of its items are not sent. */
  waitingCount: number;
  /** Items that the server refused, with the reason. */
  refused: OutboxItem[];
};

/** What the driver has done at a stop: what the server has, and after it what is in the outbox, in its order. */
export function computeStopState(stop: DriverStop, items: readonly OutboxItem[]): StopState {
  const own = items.filter((item) => item.stopId === stop.id && !isOfRoute(item));
  const state = own.reduce(applied, {
    stop,
    phase: phaseOf(stop),
    departedAt: stop.departedAt,
    arrivedAt: stop.arrivedAt,
    // A stop that an earlier version of the app stored has no refused units.
    recorded: { ...stop.recorded, refusedUnits: stop.recorded.refusedUnits ?? [] },
    missing: [],
    waitingCount: own.filter((item) => item.state === 'waiting').length,
    refused: own.filter((item) => item.state === 'refused'),
  });
  return { ...state, missing: listMissingItems(stop, state.recorded) };
}

/**
 * The place of the stop to make next: the one that was begun, else the first that is left. A yard or a break that the
 * driver has passed is not offered again. -1: none is left.
 */
export function nextStopIndex(states: readonly StopState[]): number {
  const begun = states.findIndex(({ phase }) => phase === 'on_the_way' || phase === 'arrived');
  if (begun >= 0) return begun;
  const lastFinished = states.findLastIndex(isFinished);
  const isPassed = ({ stop }: StopState, index: number) =>
    index < lastFinished && (stop.type === 'yard' || stop.type === 'break');
  return states.findIndex((state, index) => !isFinished(state) && !isPassed(state, index));
}

/**
 * The first stop before this one that is left, if the driver has begun none behind it: then it was skipped already. Null:
 * this stop is in order.
 */
export function skippedStop(states: readonly StopState[], stopId: number): StopState | null {
  const index = states.findIndex(({ stop }) => stop.id === stopId);
  const lastBegun = states.findLastIndex(({ phase }) => phase !== 'todo');
  const isSkipped = ({ stop, phase }: StopState, place: number) =>
    phase === 'todo' && place > lastBegun && stop.type !== 'yard' && stop.type !== 'break';
  return states.slice(0, index).find(isSkipped) ?? null;
}

function phaseOf({ status, arrivedAt }: DriverStop): StopPhase {
  switch (status) {
    case 'pending':
      return arrivedAt ? 'arrived' : 'todo';
    case 'in_transit':
      return arrivedAt ? 'arrived' : 'on_the_way';
    case 'delivered':
    case 'completed':
      return 'done';
    case 'attempted':
      return 'attempted';
  }
}

export function isFinished({ phase }: Pick<StopState, 'phase'>): boolean {
  return phase === 'done' || phase === 'attempted';
}

function applied(state: StopState, item: OutboxItem): StopState {
  if (item.state === 'refused') return withRefusal(state, item);
  if (item.kind === 'photo') {
    const { photos } = state.recorded;
    if (photos.some(({ id }) => id === item.id)) return state;
    return withRecorded(state, { photos: [...photos, { id: item.id, type: item.type }] });
  }
  const { deviceTime } = item;
  switch (item.type) {
    case 'on_my_way':
      if (state.phase !== 'todo') return state;
      return { ...state, phase: 'on_the_way', departedAt: deviceTime };
    case 'arrived':
      if (state.phase !== 'todo' && state.phase !== 'on_the_way') return state;
      return { ...state, phase: 'arrived', arrivedAt: notBefore(state.departedAt, deviceTime) };
    case 'unit':
      return withRecorded(state, {
        ...newlyRecorded(item),
        refusedUnits: otherRefusals(state, item),
      });
    case 'ticket':
    case 'signature':
    case 'damaged':
      return withRecorded(state, newlyRecorded(item));
    case 'inspection':
    case 'message':
      return state;
    case 'done':
      return state.phase === 'attempted' ? state : { ...state, phase: 'done' };
    case 'attempted':
      return state.phase === 'done' ? state : { ...state, phase: 'attempted' };
  }
}

/** The clock of the phone can be put back during a stop: no arrival is shown before 'On my way'. */
function notBefore(departedAt: string | null, deviceTime: string): string {
  return departedAt !== null && Date.parse(deviceTime) < Date.parse(departedAt) ? departedAt : deviceTime;
}

/** A refused unit stays the driver's word until another number is recorded; other refused items change nothing. */
function withRefusal(state: StopState, item: OutboxItem): StopState {
  if (!isAction(item) || item.type !== 'unit') return state;
  const direction = unitDirectionOf(item.payload);
  const refusal = { direction, number: String(item.payload.number), reason: item.reason ?? '' };
  return withRecorded(state, { refusedUnits: [...otherRefusals(state, item), refusal] });
}

function otherRefusals({ recorded }: StopState, { payload }: ActionItem): RefusedUnit[] {
  return recorded.refusedUnits.filter(({ direction }) => direction !== unitDirectionOf(payload));
}

/** What one action adds to what is recorded. */
function newlyRecorded(action: ActionItem): Partial<StopState['recorded']> {
  const recorded = recordedAt([action]);
  return Object.fromEntries(Object.entries(recorded).filter(([, value]) => Boolean(value)));
}

function withRecorded(state: StopState, change: Partial<StopState['recorded']>): StopState {
  return { ...state, recorded: { ...state.recorded, ...change } };
}

/** What of the required items these records leave open. */
export function listMissingItems(
  { requiredItems }: DriverStop,
  recorded: StopState['recorded'],
): RequiredItem[] {
  const photos = recorded.photos.map(({ type }) => type);
  const missing = missingItems(
    requiredItems.filter((item) => item !== 'signature'),
    { recorded, photos },
  );
  const unclear = recorded.refusedUnits.map(({ direction }) => UNIT_ITEMS[direction]);
  return [...new Set([...unclear, ...missing])];
}

export function isRecorded(item: RequiredItem, { recorded }: Pick<StopState, 'recorded'>): boolean {
  if (refusedUnit({ recorded }, item)) return false;
  return missingItems([item], { recorded, photos: recorded.photos.map(({ type }) => type) }).length === 0;
}

/** The unit that was refused and that the driver has not replaced, for the item of a unit; null without one. */
export function refusedUnit(
  { recorded }: Pick<StopState, 'recorded'>,
  item: RequiredItem,
): RefusedUnit | null {
  return recorded.refusedUnits.find(({ direction }) => UNIT_ITEMS[direction] === item) ?? null;
}

/** Whether someone who is at the stop has to sign: 'Done' asks if someone is. */
export function isSignatureDue(state: Pick<StopState, 'stop' | 'recorded'>): boolean {
  return state.stop.requiredItems.includes('signature') && !isRecorded('signature', state);
}

/** Units that the office planned, where the driver typed none: 'Done' records them. */
export function plannedUnits(state: StopState): PlannedStopUnit[] {
  const { stop, missing } = state;
  const planned: PlannedStopUnit[] = [];
  if (missing.includes('unit') && stop.unit && !refusedUnit(state, 'unit'))
    planned.push({ item: 'unit', direction: 'brought', number: stop.unit.number });
  if (missing.includes('collected_unit') && stop.collectedUnit && !refusedUnit(state, 'collected_unit'))
    planned.push({ item: 'collected_unit', direction: 'collected', number: stop.collectedUnit.number });
  return planned;
}
export type PlannedStopUnit = {
  item: 'unit' | 'collected_unit';
  direction: 'brought' | 'collected';
  number: string;
};

/** What the primary button of a stop does. Null: the stop is finished. */
export type NextStep =
  | { step: 'on_my_way' | 'arrived' }
  | { step: 'record'; item: RequiredItem }
  | { step: 'done'; units: PlannedStopUnit[] }
  | null;

export function nextStep(state: StopState): NextStep {
  if (isFinished(state)) return null;
  // A break is taken where the truck is.
  if (state.phase === 'todo') return { step: state.stop.type === 'break' ? 'arrived' : 'on_my_way' };
  if (state.phase === 'on_the_way') return { step: 'arrived' };
  const units = plannedUnits(state);
  const item = state.missing.find((missing) => units.every((unit) => unit.item !== missing));
  return item ? { step: 'record', item } : { step: 'done', units };
}
