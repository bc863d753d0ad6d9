import * as z from 'zod/mini';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import {
  BULK_ACTION_TYPES,
  BULK_ROW_STATES,
  BULK_STATUSES,
  type BulkStatus,
  MAX_BULK_ROWS,
} from '#domain/rental/bulk-actions.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { exportQuery, rowNumber } from './lists.ts';
import { bookingFilters } from './staff-bookings.ts';

const CHOOSE = 'Choose at least one booking';
const TOO_MANY = 'Choose at most 1,000 bookings';
const rowId = z.int(CHOOSE).check(z.minimum(1, CHOOSE));

/** The bookings of an action: `ids`, or all that match `filter` now. */
const target = {
  ids: z.optional(z.array(rowId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(MAX_BULK_ROWS, TOO_MANY))),
  /** The search and the filters of GET /api/bookings, as in its query. */
  filter: z.optional(exportQuery(bookingFilters)),
  /** How many matches of `filter` the user saw. Another number now is 409 conflict. */
  expectedCount: z.optional(z.int('Must be a whole number')),
};

const input = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('status'),
      ...target,
      input: z.strictObject({
        status: z.enum(BULK_STATUSES as [BulkStatus, ...BulkStatus[]], 'Choose a status'),
        notifyCustomer: z._default(z.boolean('Must be true or false'), false),
        /** For 'completed': whether units on site have been picked up. */
        pickedUp: z._default(z.boolean('Must be true or false'), true),
      }),
    }),
    z.strictObject({
      type: z.literal('reminder'),
      ...target,
      input: z._default(z.strictObject({}), {}),
    }),
  ],
  'Choose what to do',
);
export const bulkActionInput = input.check(
  z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    message: 'Send ids or a filter',
    path: ['ids'],
  }),
);
export type BulkActionInput = z.output<typeof bulkActionInput>;

/** An action on many bookings, and how far it is. */
export const bulkAction = z.object({
  id: z.int(),
  type: z.enum(BULK_ACTION_TYPES),
  input: z.object({
    status: z.optional(z.enum(BOOKING_STATUSES)),
    notifyCustomer: z.optional(z.boolean()),
    pickedUp: z.optional(z.boolean()),
  }),
  createdAt: instant,
  /** Null while bookings wait. */
  finishedAt: z.nullable(instant),
  /** When its owner saw the result. */
  seenAt: z.nullable(instant),
  counts: z.object({ total: z.int(), waiting: z.int(), succeeded: z.int(), failed: z.int() }),
});
export type BulkAction = z.output<typeof bulkAction>;

/** What became of one booking. */
const bulkActionRow = z.object({
  bookingId: z.int(),
  /** Null if there is no such booking. */
  customer: z.nullable(z.string()),
  state: z.enum(BULK_ROW_STATES),
  /** Why it failed, or why nothing was changed. */
  message: z.nullable(z.string()),
});
export type BulkActionRow = z.output<typeof bulkActionRow>;

const byId = z.strictObject({ id: rowNumber });

export const startBulkAction = endpoint({
  name: 'startBulkAction',
  method: 'POST',
  path: '/api/bulk-actions',
  access: 'bookings:write',
  body: bulkActionInput,
  reply: bulkAction,
  status: 201,
});

export const listBulkActions = endpoint({
  name: 'listBulkActions',
  method: 'GET',
  path: '/api/bulk-actions',
  access: 'office:read',
  reply: z.array(bulkAction),
});

export const BULK_ROWS_SHOWN = 50;

export const getBulkAction = endpoint({
  name: 'getBulkAction',
  method: 'GET',
  path: '/api/bulk-actions/:id',
  access: 'office:read',
  params: byId,
  query: z.strictObject({
    offset: z._default(
      z.pipe(
        z.string().check(z.regex(/^\d{1,4}$/, 'Must be a whole number')),
        z.transform((text: string) => Number(text)),
      ),
      0,
    ),
  }),
  reply: z.extend(bulkAction, { rows: z.array(bulkActionRow) }),
});

export const retryBulkAction = endpoint({
  name: 'retryBulkAction',
  method: 'POST',
  path: '/api/bulk-actions/:id/retry',
  access: 'bookings:write',
  params: byId,
  reply: bulkAction,
});

export const markBulkActionsSeen = endpoint({
  name: 'markBulkActionsSeen',
  method: 'POST',
  path: '/api/bulk-actions/seen',
  access: 'office:read',
  body: z.strictObject({
    ids: z.array(rowId, CHOOSE).check(z.maxLength(100, 'Send at most 100 ids')),
  }),
  reply: z.object({ seen: z.int() }),
});
