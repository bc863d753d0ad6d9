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
  access: 'office:read',
  reply: z.array(truck),
});

export const createTruck = endpoint({
  name: 'createTruck',
  method: 'POST',
  path: '/api/admin/trucks',
  access: 'dispatch:write',
  body: newTruck,
  status: 201,
  reply: truck,
});

export const updateTruck = endpoint({
  name: 'updateTruck',
  method: 'PATCH',
  path: '/api/admin/trucks/:id',
  access: 'dispatch:write',
  params: byId,
  body: truckChanges,
  reply: truck,
});

export const deleteTruck = endpoint({
  name: 'deleteTruck',
  method: 'DELETE',
  path: '/api/admin/trucks/:id',
  access: 'dispatch:write',
  params: byId,
  status: 204,
  reply: z.undefined(),
});
