import * as z from 'zod/mini';
import {
  INSPECTION_KINDS,
  MAX_INSPECTION_ITEM,
  MAX_INSPECTION_ITEMS,
  MAX_INSPECTION_PHOTOS,
  REPAIR_RESULTS,
} from '#domain/dispatch/inspections.ts';
import { endpoint } from './endpoint.ts';
import { day, freeText, instant, LIMITS, line } from './fields.ts';

const uuid = z.uuid('Must be a UUID').check(z.overwrite((text: string) => text.toLowerCase()));

/** One line for each item. */
export const inspectionItems = z
  .array(line('Enter the name of the item', MAX_INSPECTION_ITEM), 'Must be a list of items')
  .check(z.maxLength(MAX_INSPECTION_ITEMS, `At most ${MAX_INSPECTION_ITEMS} items`));

/** The payload of an action of type 'inspection'. Without defects it is one row, and nothing else is kept. */
export const inspectionPayload = z.strictObject({
  kind: z.enum(INSPECTION_KINDS),
  /** The truck of the route as the driver saw it. */
  truckId: z.nullable(z.int()),
  defects: z
    .array(
      z.strictObject({
        item: line('Enter what is defective', MAX_INSPECTION_ITEM),
        note: z.optional(freeText),
        photoIds: z.optional(
          z.array(uuid).check(z.maxLength(MAX_INSPECTION_PHOTOS, `At most ${MAX_INSPECTION_PHOTOS} photos`)),
        ),
      }),
    )
    .check(z.maxLength(MAX_INSPECTION_ITEMS, `At most ${MAX_INSPECTION_ITEMS} defects`)),
  isSafe: z.boolean('Must be true or false'),
  /** The last report with a defect of this truck, which the driver has read. */
  confirmedId: z.optional(uuid),
});
export type InspectionPayload = z.output<typeof inspectionPayload>;

const repair = z.object({
  result: z.enum(REPAIR_RESULTS),
  /** Who certifies it: the mechanic. */
  name: z.string(),
  note: z.nullable(z.string()),
  at: instant,
});

/** What a driver reported about a truck. */
export const inspection = z.object({
  id: z.string(),
  routeId: z.int(),
  kind: z.enum(INSPECTION_KINDS),
  driver: z.string(),
  /** When it was done, on the server's clock. */
  doneAt: instant,
  defects: z.array(
    z.object({ item: z.string(), note: z.nullable(z.string()), photoIds: z.array(z.string()) }),
  ),
  isSafe: z.boolean(),
  /** Null until a mechanic has signed it off. */
  repair: z.nullable(repair),
});
export type Inspection = z.output<typeof inspection>;

/** What the phone needs for the inspection of a route's truck. */
export const routeInspection = z.object({
  items: z.array(z.string()),
  before: z.nullable(inspection),
  after: z.nullable(inspection),
  /** The last report of another route with a defect of this truck, until a driver has confirmed it. */
  lastReport: z.nullable(inspection),
});
export type RouteInspection = z.output<typeof routeInspection>;

export const listInspections = endpoint({
  name: 'listInspections',
  method: 'GET',
  path: '/api/dispatch/inspections',
  access: 'office:read',
  query: z.strictObject({ day }),
  reply: z.object({ isOn: z.boolean(), inspections: z.array(inspection) }),
});

export const signOffInspection = endpoint({
  name: 'signOffInspection',
  method: 'POST',
  path: '/api/dispatch/inspections/:uuid/repair',
  access: 'dispatch:write',
  params: z.strictObject({ uuid }),
  body: z.strictObject({
    result: z.enum(REPAIR_RESULTS, 'Choose what was done'),
    name: line('Enter the name of the mechanic', LIMITS.name),
    note: z.optional(freeText),
  }),
  reply: inspection,
});
