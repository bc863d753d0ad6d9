import type { PhotoType } from '#domain/rental/bookings.ts';
import type { ActionType, UnitDirection } from './driver-actions.ts';
import type { RequiredItem } from './stops.ts';

/** An action of a stop as it was logged. A removal of personal data empties its payload. */
export type LoggedAction = { type: ActionType; payload: Readonly<Record<string, unknown>> };

/** Pounds and cents. Gross and tare are null unless the driver entered them. */
type RecordedTicket = {
  number: string;
  gross: number | null;
  tare: number | null;
  net: number;
  fee: number;
};

export type RecordedItems = {
  unit: string | null;
  collectedUnit: string | null;
  ticket: RecordedTicket | null;
  hasSignature: boolean;
  isUnitDamaged: boolean;
};

/** A unit that a driver typed and the server refused. */
export type RefusedUnit = { direction: UnitDirection; number: string; reason: string };

type TypedUnit = LoggedAction & { result: 'applied' | 'refused'; reason: string | null };

export function unitDirectionOf({ direction }: LoggedAction['payload']): UnitDirection {
  return direction === 'collected' ? 'collected' : 'brought';
}

/**
 * The units that were refused and that the driver has not replaced by another number. `actions`: in the order in which
 * they were done.
 */
export function listRefusedUnits(actions: readonly TypedUnit[]): RefusedUnit[] {
  const latest = new Map<UnitDirection, RefusedUnit | null>();
  for (const { type, payload, result, reason } of actions) {
    if (type !== 'unit' || typeof payload.number !== 'string') continue;
    const direction = unitDirectionOf(payload);
    const refused = { direction, number: payload.number, reason: reason ?? '' };
    latest.set(direction, result === 'refused' ? refused : null);
  }
  return [...latest.values()].filter((unit) => unit !== null);
}

/** The required item of a unit. */
export const UNIT_ITEMS = { brought: 'unit', collected: 'collected_unit' } as const;

/** What is recorded at a stop: of each kind the latest. The actions are in the order in which they were done. */
export function recordedAt(actions: readonly LoggedAction[]): RecordedItems {
  const recorded: RecordedItems = {
    unit: null,
    collectedUnit: null,
    ticket: null,
    hasSignature: false,
    isUnitDamaged: false,
  };
  for (const { type, payload } of actions) {
    if (type === 'unit' && typeof payload.number === 'string') {
      recorded[unitDirectionOf(payload) === 'collected' ? 'collectedUnit' : 'unit'] = payload.number;
    }
    if (type === 'ticket' && typeof payload.number === 'string') recorded.ticket = ticketOf(payload);
    if (type === 'signature') recorded.hasSignature = true;
    if (type === 'damaged') recorded.isUnitDamaged = true;
  }
  return recorded;
}

function ticketOf({ number, gross, tare, net, fee }: LoggedAction['payload']): RecordedTicket {
  return {
    number: String(number),
    gross: typeof gross === 'number' ? gross : null,
    tare: typeof tare === 'number' ? tare : null,
    net: Number(net),
    fee: Number(fee),
  };
}

/** The required items that are neither recorded nor photographed. A ticket needs its photo, too. */
export function missingItems(
  required: readonly RequiredItem[],
  { recorded, photos }: { recorded: RecordedItems; photos: readonly PhotoType[] },
): RequiredItem[] {
  const isThere: Readonly<Record<RequiredItem, boolean>> = {
    unit: recorded.unit !== null,
    collected_unit: recorded.collectedUnit !== null,
    delivery_placement: photos.includes('delivery_placement'),
    pickup_before: photos.includes('pickup_before'),
    pickup_after: photos.includes('pickup_after'),
    signature: recorded.hasSignature,
    ticket: recorded.ticket !== null && photos.includes('ticket'),
  };
  return required.filter((item) => !isThere[item]);
}
