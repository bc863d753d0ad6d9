import * as z from 'zod/mini';
import { UNIT_DIRECTIONS } from '#domain/dispatch/driver-actions.ts';
import { REQUIRED_ITEMS, ROUTE_STATUSES, STOP_STATUSES, STOP_TYPES } from '#domain/dispatch/stops.ts';
import { PHOTO_TYPES } from '#domain/rental/bookings.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant } from './fields.ts';
import { routeInspection } from './inspections.ts';
import { driverMessage } from './route-messages.ts';

const phone = z.object({
  /** For a tel: link. */
  number: z.string(),
  display: z.string(),
});

/** A unit by its number, as painted on it and in its QR code. */
const unit = z.object({ id: z.int(), number: z.string() });

/** Where a stop is. */
const place = z.object({
  /** The name of a yard or disposal site; null at a customer. */
  name: z.nullable(z.string()),
  /** '12 Elm St, Albany, NY 12207'; '' if only the point is known. */
  address: z.string(),
  /** Null while the address is not geocoded. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
});

/** A dump ticket as a driver recorded it. Weights are in pounds; gross and tare are null unless the driver entered them. */
export const recordedTicket = z.object({
  number: z.string(),
  gross: z.nullable(z.int()),
  tare: z.nullable(z.int()),
  net: z.int(),
  fee: cents,
});

/** What the driver has recorded at a stop, from the actions and photos that the server has. */
const recorded = z.object({
  unit: z.nullable(z.string()),
  collectedUnit: z.nullable(z.string()),
  /** Units that were refused and not replaced by another number: the planned unit does not count in their place. */
  refusedUnits: z.array(
    z.object({ direction: z.enum(UNIT_DIRECTIONS), number: z.string(), reason: z.string() }),
  ),
  ticket: z.nullable(recordedTicket),
  hasSignature: z.boolean(),
  isUnitDamaged: z.boolean(),
  photos: z.array(z.object({ id: z.string(), type: z.enum(PHOTO_TYPES) })),
});

export const driverStop = z.object({
  id: z.int(),
  type: z.enum(STOP_TYPES),
  status: z.enum(STOP_STATUSES),
  plannedArrival: z.nullable(instant),
  /** How long the driver is expected to stay. */
  plannedMinutes: z.nullable(z.int()),
  /** 'any', 'morning', 'afternoon', or 'HH:MM-HH:MM' on the business's clock. Null for a stop without a customer. */
  window: z.nullable(z.string()),
  /** The latest arrival window that the customer was sent for the day of the route; null before one is sent. */
  arrivalWindow: z.nullable(z.object({ from: instant, to: instant })),
  /** When the driver left for the stop, and arrived there. */
  departedAt: z.nullable(instant),
  arrivedAt: z.nullable(instant),
  outcome: z.nullable(z.string()),
  outcomeReason: z.nullable(z.string()),
  /** The last change by the office after the route was published. */
  changedAt: z.nullable(instant),
  /** Null for a stop without a customer. */
  customer: z.nullable(z.object({ name: z.string(), phone })),
  place: z.nullable(place),
  /** Where on the site the unit goes, in the customer's words. */
  placement: z.nullable(z.string()),
  /** What the customer wrote for the driver. */
  notes: z.nullable(z.string()),
  /** What the dispatcher wrote on the stop. */
  dispatcherNotes: z.nullable(z.string()),
  /** '15-Yard'. */
  sizeName: z.nullable(z.string()),
  /** The unit that the driver brings, and the one to take away. */
  unit: z.nullable(unit),
  collectedUnit: z.nullable(unit),
  /** 'signature' only if someone is there. */
  requiredItems: z.array(z.enum(REQUIRED_ITEMS)),
  /** Those of them that are not recorded yet. */
  missingItems: z.array(z.enum(REQUIRED_ITEMS)),
  recorded,
  /** The office. */
  officePhone: phone,
});
export type DriverStop = z.output<typeof driverStop>;

export const driverRoute = z.object({
  id: z.int(),
  /** yyyy-mm-dd on the business's clock. */
  day: z.string(),
  status: z.enum(ROUTE_STATUSES),
  truck: z.nullable(z.object({ id: z.int(), name: z.string(), plate: z.string() })),
  /** The yards where the route starts and ends; null: the only yard. */
  start: z.nullable(place),
  end: z.nullable(place),
  notes: z.nullable(z.string()),
  /** Null unless the firm asks drivers to inspect the truck. */
  inspection: z.nullable(routeInspection),
  /** Between the driver and the office, in the same order for both. */
  messages: z.array(driverMessage),
  /** Incremented by every change of the route or its stops. */
  version: z.int(),
  stops: z.array(driverStop),
});
export type DriverRoute = z.output<typeof driverRoute>;

export const listDriverRoutes = endpoint({
  name: 'listDriverRoutes',
  method: 'GET',
  path: '/api/driver/routes',
  access: 'route:own',
  /** The version of the fleet's numbers that the phone has. */
  query: z.strictObject({ fleet: z.optional(z.string().check(z.maxLength(40))) }),
  reply: z.object({
    driver: z.object({ id: z.int(), name: z.string() }),
    /** Today and now on the server's clock: the phone's clock may be wrong. */
    today: z.string(),
    now: instant,
    officePhone: phone,
    /** The IANA time zone of windows and days. */
    timeZone: z.string(),
    /** The numbers of all units, one a line, so that the phone can check one without a connection. */
    fleet: z.object({
      version: z.string(),
      /** Null: the phone has this version. */
      numbers: z.nullable(z.string()),
    }),
    routes: z.array(driverRoute),
  }),
});
