import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { LIMITS, line, optionalLine } from './fields.ts';
import { inspectionItems } from './inspections.ts';
import { rowNumber } from './lists.ts';

export const truck = z.object({
  id: z.int(),
  name: z.string(),
  plate: z.string(),
  /** How many units it carries at once. */
  capacity: z.int(),
  /** Whether routes can be planned with it. */
  isInService: z.boolean(),
  /** What its driver inspects besides the items of the firm. */
  inspectionItems: z.array(z.string()),
  /** The days of its unfinished routes from today on, in order, at most 30. */
  routeDays: z.array(z.string()),
  /** Incremented by every change: the ETag is this number in quotes. */
  version: z.int(),
});
export type Truck = z.output<typeof truck>;

const MAX_PLATE = 20;
export const MAX_TRUCK_CAPACITY = 9;
const CAPACITY = `Must be a whole number from 1 to ${MAX_TRUCK_CAPACITY}`;
const name = line('Enter the name of the truck', LIMITS.name);
const plate = optionalLine(MAX_PLATE);
const capacity = z.int(CAPACITY).check(z.minimum(1, CAPACITY), z.maximum(MAX_TRUCK_CAPACITY, CAPACITY));
const isInService = z.boolean('Must be true or false');

export const newTruck = z.strictObject({
  name,
  plate: z._default(plate, ''),
  capacity: z._default(capacity, 1),
  isInService: z._default(isInService, true),
  inspectionItems: z._default(inspectionItems, []),
});
export type NewTruck = z.output<typeof newTruck>;

/** Fields that are left out stay. */
export const truckChanges = z.strictObject({
  name: z.optional(name),
  plate: z.optional(plate),
  capacity: z.optional(capacity),
  isInService: z.optional(isInService),
  inspectionItems: z.optional(inspectionItems),
});
export type TruckChanges = z.output<typeof truckChanges>;

const byId = z.strictObject({ id: rowNumber });

export const listTrucks = endpoint({
  name: 'listTrucks',
  method: 'GET',
  path: '/api/admin/trucks',
  summary: 'Lists the trucks by name.',
  access: 'office:read',
  reply: z.array(truck),
  errors: ['unauthenticated', 'forbidden'],
});

export const createTruck = endpoint({
  name: 'createTruck',
  method: 'POST',
  path: '/api/admin/trucks',
  summary: 'Adds a truck. Its name must be unique.',
  access: 'dispatch:write',
  body: newTruck,
  status: 201,
  reply: truck,
  errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
});

export const updateTruck = endpoint({
  name: 'updateTruck',
  method: 'PATCH',
  path: '/api/admin/trucks/:id',
  summary:
    'Changes a truck. Fields that are left out stay. A truck that is taken out of service keeps the routes that are planned with it.',
  access: 'dispatch:write',
  params: byId,
  body: truckChanges,
  reply: truck,
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
});

export const deleteTruck = endpoint({
  name: 'deleteTruck',
  method: 'DELETE',
  path: '/api/admin/trucks/:id',
  summary:
    'Removes a truck without unfinished routes from today on and without a dumpster on it. Past routes keep it, and its name can be used again.',
  access: 'dispatch:write',
  params: byId,
  status: 204,
  reply: z.undefined(),
  headers: ['If-Match'],
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
});
