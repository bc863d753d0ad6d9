import * as z from 'zod/mini';
import { MAX_WEIGHT } from '#domain/catalog/dump-tickets.ts';
import { MAX_AMOUNT } from '#domain/shared/money.ts';
import { endpoint } from './endpoint.ts';
import { cents, day, freeText, instant, LIMITS, line, optionalLine } from './fields.ts';
import { rowNumber } from './lists.ts';

/** A dump ticket: what the landfill charged for a load of a rental, and whether it was voided. */
export const dumpTicket = z.object({
  id: z.int(),
  bookingId: z.int(),
  /** In pounds. */
  weight: z.int(),
  dumpLocation: z.string(),
  dumpDate: z.string(),
  feeAmount: cents,
  /** The number on the landfill's ticket. */
  ticketNumber: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  createdAt: instant,
  createdBy: z.nullable(z.int()),
  voidedAt: z.nullable(instant),
  voidedBy: z.nullable(z.int()),
});
export type DumpTicket = z.output<typeof dumpTicket>;

const WEIGHT = `Enter whole pounds from 1 to ${MAX_WEIGHT.toLocaleString('en-US')}`;
/** Rejects mistyped years such as '0202'. */
const FIRST_DAY = '2000-01-01';

export const newDumpTicket = z.strictObject({
  weight: z.int(WEIGHT).check(z.minimum(1, WEIGHT), z.maximum(MAX_WEIGHT, WEIGHT)),
  dumpLocation: line('Dump location is required', LIMITS.address),
  dumpDate: day.check(z.refine((text) => text >= FIRST_DAY, 'Check the year')),
  feeAmount: cents.check(
    z.minimum(0, 'Must not be negative'),
    z.maximum(MAX_AMOUNT, 'Must be at most $999,999.99'),
  ),
  ticketNumber: z.optional(z.nullable(optionalLine(LIMITS.name))),
  notes: z.optional(z.nullable(freeText)),
});
export type NewDumpTicket = z.output<typeof newDumpTicket>;

const byId = z.strictObject({ id: rowNumber });

export const listDumpTickets = endpoint({
  name: 'listDumpTickets',
  method: 'GET',
  path: '/api/bookings/:id/dump-fees',
  access: 'office:read',
  params: byId,
  reply: z.array(dumpTicket),
});

export const addDumpTicket = endpoint({
  name: 'addDumpTicket',
  method: 'POST',
  path: '/api/bookings/:id/dump-fees',
  access: 'bookings:write',
  params: byId,
  body: newDumpTicket,
  reply: dumpTicket,
  status: 201,
});

export const voidDumpTicket = endpoint({
  name: 'voidDumpTicket',
  method: 'POST',
  path: '/api/bookings/:id/dump-fees/:feeId/void',
  access: 'bookings:write',
  params: z.strictObject({ id: rowNumber, feeId: rowNumber }),
  reply: dumpTicket,
});
