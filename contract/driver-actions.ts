import * as z from 'zod/mini';
import { MAX_WEIGHT } from '#domain/catalog/dump-tickets.ts';
import {
  ACTION_RESULTS,
  type ActionType,
  ATTEMPT_REASONS,
  MAX_ACTIONS,
  REFUSAL_CODES,
  UNIT_DIRECTIONS,
} from '#domain/dispatch/driver-actions.ts';
import { REQUIRED_ITEMS } from '#domain/dispatch/stops.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { endpoint } from './endpoint.ts';
import { cents, freeText, LIMITS, line } from './fields.ts';
import { inspectionPayload } from './inspections.ts';
import { routeMessageText } from './route-messages.ts';

/** An id that the phone made. */
export const phoneId = z.uuid('Must be a UUID').check(z.overwrite((text: string) => text.toLowerCase()));

const WEIGHT = `Enter whole pounds from 0 to ${MAX_WEIGHT.toLocaleString('en-US')}`;
const NET_WEIGHT = `Enter whole pounds from 1 to ${MAX_WEIGHT.toLocaleString('en-US')}`;
const weight = z.int(WEIGHT).check(z.minimum(0, WEIGHT), z.maximum(MAX_WEIGHT, WEIGHT));

const position = {
  lat: z.optional(z.nullable(z.number().check(z.minimum(-90), z.maximum(90)))),
  lng: z.optional(z.nullable(z.number().check(z.minimum(-180), z.maximum(180)))),
};

const ticket = z
  .strictObject({
    number: line('Enter the ticket number', LIMITS.name),
    /** Pounds. */
    gross: z.optional(z.nullable(weight)),
    tare: z.optional(z.nullable(weight)),
    net: z.int(NET_WEIGHT).check(z.minimum(1, NET_WEIGHT), z.maximum(MAX_WEIGHT, NET_WEIGHT)),
    /** What the disposal site charged. */
    fee: cents.check(
      z.minimum(0, 'Must not be negative'),
      z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
    ),
  })
  .check(
    z.refine(({ gross, tare, net }) => gross == null || tare == null || gross - tare === net, {
      message: 'Net must be gross minus tare',
      path: ['net'],
    }),
  );

/** The payload of each type of action. */
export const ACTION_PAYLOADS = {
  on_my_way: z.strictObject({}),
  arrived: z.strictObject(position),
  unit: z.strictObject({
    number: line('Enter the number of the unit', LIMITS.name),
    /** Absent: brought, at a pickup collected. */
    direction: z.optional(z.enum(UNIT_DIRECTIONS)),
    /** The driver has checked the number: it is recorded, with a conflict for the office if it would be refused. */
    isSure: z.optional(z.boolean()),
  }),
  ticket,
  /** The signature itself is a photo of type 'signature'. */
  signature: z.strictObject({ photoId: phoneId, name: z.optional(freeText) }),
  /** isCustomerThere: the signature is required, too, if it is a required item of the stop. */
  done: z.strictObject({ isCustomerThere: z.optional(z.boolean()), note: z.optional(freeText) }),
  attempted: z.strictObject({
    reason: z.enum(ATTEMPT_REASONS, 'Choose a reason'),
    note: z.optional(freeText),
  }),
  /** The number that the phone shows, which the driver may have typed. */
  damaged: z.strictObject({
    number: line('Enter the number of the unit', LIMITS.name),
    note: z.optional(freeText),
  }),
  /** Of the truck: sent with any stop of the route. */
  inspection: inspectionPayload,
  /** To the office, about this stop or the route. */
  message: z.strictObject({ text: routeMessageText, about: z.enum(['route', 'stop']) }),
} as const satisfies Record<ActionType, z.ZodMiniType>;
export type ActionPayload<T extends ActionType> = z.output<(typeof ACTION_PAYLOADS)[T]>;

const phoneTime = z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-11-23T14:05:00.000Z' });

export const driverAction = z.strictObject({
  /** Made on the phone. An action that is sent again has the same id. */
  id: phoneId,
  stopId: z.int('Must be the id of a stop').check(z.minimum(1, 'Must be the id of a stop')),
  /** One of on_my_way, arrived, unit, ticket, signature, done, attempted, damaged, inspection, message. Another one is refused, alone. */
  type: z.string('Must be text').check(z.maxLength(40, 'Must be at most 40 characters')),
  /** The clock of the phone when the driver did it. */
  deviceTime: phoneTime,
  /** By type. A payload that is not valid is refused, alone. */
  payload: z.optional(z.unknown()),
});
export type DriverAction = z.output<typeof driverAction>;

export const driverActionsBody = z.strictObject({
  /** The clock of the phone now: the server corrects the times of the actions by the difference. */
  sentAt: phoneTime,
  actions: z
    .array(driverAction)
    .check(
      z.minLength(1, 'Send at least one action'),
      z.maxLength(MAX_ACTIONS, `At most ${MAX_ACTIONS} actions`),
    ),
});

export const actionReply = z.object({
  id: z.string(),
  result: z.enum(ACTION_RESULTS),
  /** What is wrong and what to do, for the driver; null unless refused. */
  reason: z.nullable(z.string()),
  code: z.nullable(z.enum(REFUSAL_CODES)),
  /** For code missing_items: what must be recorded first. */
  missing: z.array(z.enum(REQUIRED_ITEMS)),
});
export type ActionReply = z.output<typeof actionReply>;

export const sendDriverActions = endpoint({
  name: 'sendDriverActions',
  method: 'POST',
  path: '/api/driver/actions',
  access: 'route:own',
  body: driverActionsBody,
  reply: z.object({ results: z.array(actionReply) }),
  bodyLimit: 256 * 1024,
  worksAfterDeactivation: true,
});
