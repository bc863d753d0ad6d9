import type * as dumpTickets from '#contract/dump-tickets.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const dumpTicketsDocs: DocsOf<typeof dumpTickets> = {
  listDumpTickets: {
    summary: 'Lists the dump tickets of a booking, oldest first, including voided ones.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  addDumpTicket: {
    summary: 'Records a dump ticket: weight in pounds, fee in cents. The day must not be in the future.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'stale'],
    crossings: 3,
  },
  voidDumpTicket: {
    summary: 'Voids a dump ticket. It stays in the list but no longer counts.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 5,
  },
};
