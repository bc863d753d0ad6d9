import type { DriverStop } from '#contract/driver-routes.ts';
import type { DriverRoutes } from '#web/driver/outbox/database.ts';
import type { NewItem, OutboxItem } from '#web/driver/outbox/items.ts';

const OFFICE_PHONE = { number: '5550100142', display: '(555) 010-0142' };

/** A delivery that has not begun. */
export function sampleStop(change: Partial<DriverStop> = {}): DriverStop {
  return {
    id: 11,
    type: 'delivery',
    status: 'pending',
    plannedArrival: '2026-11-23T14:00:00.000Z',
    plannedMinutes: 15,
    window: 'morning',
    arrivalWindow: null,
    departedAt: null,
    arrivedAt: null,
    outcome: null,
    outcomeReason: null,
    changedAt: null,
    customer: { name: 'Ada Lovelace', phone: { number: '5550000001', display: '(555) 000-0001' } },
    place: { name: null, address: '12 Quarry Road, Albany, NY 12207', lat: null, lng: null },
    placement: null,
    notes: null,
    dispatcherNotes: null,
    sizeName: '15-Yard',
    unit: { id: 1, number: '15-01' },
    collectedUnit: null,
    requiredItems: ['unit', 'delivery_placement', 'signature'],
    missingItems: ['unit', 'delivery_placement', 'signature'],
    recorded: {
      unit: null,
      collectedUnit: null,
      refusedUnits: [],
      ticket: null,
      hasSignature: false,
      isUnitDamaged: false,
      photos: [],
    },
    officePhone: OFFICE_PHONE,
    ...change,
  };
}

/** The reply of the server to Ben (7), whose route of today has these stops. */
export function sampleRoutes(stops: DriverStop[], driver = { id: 7, name: 'Ben' }): DriverRoutes {
  return {
    driver,
    today: '2026-11-23',
    now: '2026-11-23T13:00:00.000Z',
    officePhone: OFFICE_PHONE,
    timeZone: 'America/New_York',
    fleet: { version: 'f1', numbers: '15-01\n15-02\n15-09' },
    routes: [
      {
        id: 1,
        day: '2026-11-23',
        status: 'pending',
        truck: null,
        start: null,
        end: null,
        notes: null,
        inspection: null,
        messages: [],
        version: 1,
        stops,
      },
    ],
  };
}

type ActionType = Extract<NewItem, { kind: 'action' }>['type'];
let lastId = 0;

/** An action of Ben at the first stop. */
export function sampleAction(
  type: ActionType,
  payload: Record<string, unknown> = {},
  change: Partial<NewItem> = {},
): NewItem {
  return { kind: 'action', type, payload, ...common(), ...change } as NewItem;
}

/** A photo of the placement by Ben at the first stop. */
export function samplePhoto(change: Partial<NewItem> = {}): NewItem {
  const file = { mediaType: 'image/jpeg', sha256: 'ab', lat: null, lng: null };
  return { kind: 'photo', type: 'delivery_placement', ...file, ...common(), ...change } as NewItem;
}

function common() {
  lastId += 1;
  const id = `00000000-0000-4000-8000-${String(lastId).padStart(12, '0')}`;
  const who = { driverId: 7, driverName: 'Ben', stopId: 11, stopName: 'Ada Lovelace' };
  return { id, ...who, deviceTime: new Date(1_700_000_000_000 + lastId * 1000).toISOString() };
}

/** The items as they are in the outbox. */
export function asStored(items: readonly NewItem[], state: OutboxItem['state'] = 'waiting'): OutboxItem[] {
  return items.map((item, index) => ({ ...item, seq: index + 1, state, reason: null }));
}
