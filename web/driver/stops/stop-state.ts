import type { DriverStop } from '#contract/driver-routes.ts';
import { missingItems, recordedAt } from '#domain/dispatch/stop-log.ts';
import type { RequiredItem } from '#domain/dispatch/stops.ts';
import type { ActionItem, OutboxItem } from '#web/driver/outbox/items.ts';

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
export function stateOf(stop: DriverStop, items: readonly OutboxItem[]): StopState {
  const own = items.filter(({ stopId }) => stopId === stop.id);
  const state = own
    .filter((item) => item.state !== 'refused')
    .reduce(applied, {
      stop,
      phase: phaseOf(stop),
      departedAt: stop.departedAt,
      arrivedAt: stop.arrivedAt,
      recorded: stop.recorded,
      missing: [],
      waitingCount: own.filter((item) => item.state === 'waiting').length,
      refused: own.filter((item) => item.state === 'refused'),
    });
  return { ...state, missing: missingOf(stop, state.recorded) };
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
      return { ...state, phase: 'arrived', arrivedAt: deviceTime };
    case 'unit':
    case 'ticket':
    case 'signature':
      return withRecorded(state, newlyRecorded(item));
    case 'done':
      return state.phase === 'attempted' ? state : { ...state, phase: 'done' };
    case 'attempted':
      return state.phase === 'done' ? state : { ...state, phase: 'attempted' };
  }
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
export function missingOf({ requiredItems }: DriverStop, recorded: StopState['recorded']): RequiredItem[] {
  const photos = recorded.photos.map(({ type }) => type);
  return missingItems(
    requiredItems.filter((item) => item !== 'signature'),
    { recorded, photos },
  );
}

export function isRecorded(item: RequiredItem, { recorded }: Pick<StopState, 'recorded'>): boolean {
  return missingItems([item], { recorded, photos: recorded.photos.map(({ type }) => type) }).length === 0;
}

/** Whether someone who is at the stop has to sign: 'Done' asks if someone is. */
export function isSignatureDue(state: Pick<StopState, 'stop' | 'recorded'>): boolean {
  return state.stop.requiredItems.includes('signature') && !isRecorded('signature', state);
}

/** Units that the office planned and that the driver has not replaced: 'Done' records them. */
export function plannedUnits({ stop, missing }: StopState): PlannedStopUnit[] {
  const planned: PlannedStopUnit[] = [];
  if (missing.includes('unit') && stop.unit)
    planned.push({ item: 'unit', direction: 'brought', number: stop.unit.number });
  if (missing.includes('collected_unit') && stop.collectedUnit)
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
