import * as z from 'zod/mini';
import { dumpTicket } from './dump-tickets.ts';
import { endpoint } from './endpoint.ts';
import { bookingHistoryEntry } from './history.ts';
import { job } from './jobs.ts';
import { rowNumber } from './lists.ts';
import { bookingPayments } from './payments.ts';
import { priceProposal } from './price-proposal.ts';
import { booking } from './staff-bookings.ts';
import { stopRecord } from './stop-records.ts';
import { bookingTexts } from './texts.ts';

/** The replies of the calls that the page of a booking makes first: getBooking, getBookingPayments and so on. */
export const getBookingPage = endpoint({
  name: 'getBookingPage',
  method: 'GET',
  path: '/api/bookings/:id/page',
  access: 'office:read',
  params: z.strictObject({ id: rowNumber }),
  reply: z.object({
    booking,
    payments: bookingPayments,
    jobs: z.array(job),
    priceProposal,
    history: z.array(bookingHistoryEntry),
    texts: bookingTexts,
    dumpTickets: z.array(dumpTicket),
    stopRecords: z.array(stopRecord),
  }),
});
