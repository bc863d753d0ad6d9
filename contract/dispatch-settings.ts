import * as z from 'zod/mini';
import { POSSIBLE_ITEMS, REQUIRED_ITEMS, STOP_TYPES, type StopType } from '#domain/dispatch/stops.ts';
import { endpoint } from './endpoint.ts';
import { historyEntry } from './history.ts';
import { inspectionItems } from './inspections.ts';
import { timeOfDay } from './sites.ts';

/** One field for each type of stop. */
function eachType<S extends z.ZodMiniType>(schemaOf: (type: StopType) => S): Record<StopType, S> {
  return Object.fromEntries(STOP_TYPES.map((type) => [type, schemaOf(type)])) as Record<StopType, S>;
}

/** How routes are planned and what drivers record. */
export const dispatchSettings = z.object({
  /** Minutes at a stop, by its type. */
  stopMinutes: z.object(eachType(() => z.int())),
  /** What a driver records before a stop is done, by its type. 'signature' only if someone is there. */
  requiredItems: z.object(eachType(() => z.array(z.enum(REQUIRED_ITEMS)))),
  /** When routes start, and when drivers should be back: 'HH:MM' on the business's clock. */
  dayStart: z.string(),
  dayEnd: z.string(),
  /** Photos of drivers are deleted after this number of days. */
  photoRetentionDays: z.int(),
  /** The most numbers that get their first text on one day. */
  newTextNumbers: z.int(),
  /** Drivers inspect the truck before the first stop and at the end of the day. */
  hasInspections: z.boolean(),
  inspectionItems: z.array(z.string()),
});
export type DispatchSettings = z.output<typeof dispatchSettings>;

const whole = (min: number, max: number) => {
  const message = `Must be a whole number from ${min} to ${max.toLocaleString('en-US')}`;
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message));
};

/** In minutes. */
export const MAX_STOP_MINUTES = 480;
export const NEW_TEXT_NUMBERS = { min: 0, max: 10_000 } as const;
export const PHOTO_RETENTION_DAYS = { min: 30, max: 3650 } as const;

const items = (type: StopType) =>
  z.pipe(
    z.array(z.enum(REQUIRED_ITEMS, 'There is no such item'), 'Must be a list of items').check(
      z.refine((given) => given.every((item) => POSSIBLE_ITEMS[type].includes(item)), {
        error: 'This cannot be recorded at this type of stop',
      }),
    ),
    // Each once, in the order in which drivers see them.
    z.transform((given) => POSSIBLE_ITEMS[type].filter((item) => given.includes(item))),
  );

/** Fields and types of stops that are left out stay. */
export const dispatchSettingsChanges = z.strictObject({
  stopMinutes: z.optional(z.strictObject(eachType(() => z.optional(whole(0, MAX_STOP_MINUTES))))),
  requiredItems: z.optional(z.strictObject(eachType((type) => z.optional(items(type))))),
  dayStart: z.optional(timeOfDay),
  dayEnd: z.optional(timeOfDay),
  photoRetentionDays: z.optional(whole(PHOTO_RETENTION_DAYS.min, PHOTO_RETENTION_DAYS.max)),
  newTextNumbers: z.optional(whole(NEW_TEXT_NUMBERS.min, NEW_TEXT_NUMBERS.max)),
  hasInspections: z.optional(z.boolean('Must be true or false')),
  inspectionItems: z.optional(inspectionItems.check(z.minLength(1, 'Enter at least one item'))),
});
export type DispatchSettingsChanges = z.output<typeof dispatchSettingsChanges>;

export const getDispatchSettings = endpoint({
  name: 'getDispatchSettings',
  method: 'GET',
  path: '/api/admin/dispatch-settings',
  access: 'office:read',
  reply: dispatchSettings,
});

export const updateDispatchSettings = endpoint({
  name: 'updateDispatchSettings',
  method: 'PUT',
  path: '/api/admin/dispatch-settings',
  access: 'dispatch:write',
  body: dispatchSettingsChanges,
  reply: dispatchSettings,
});

export const DISPATCH_HISTORY_KINDS = ['truck', 'site', 'dispatch_settings'] as const;

export const listDispatchHistory = endpoint({
  name: 'listDispatchHistory',
  method: 'GET',
  path: '/api/admin/dispatch-settings/history',
  access: 'office:read',
  query: z.strictObject({ kind: z.enum(DISPATCH_HISTORY_KINDS, 'There is no such history') }),
  reply: z.array(historyEntry),
});
