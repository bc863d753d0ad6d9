import type { ChangePreview } from '#contract/booking-changes.ts';
import type { BulkAction } from '#contract/bulk-actions.ts';
import type { DumpTicket } from '#contract/dump-tickets.ts';
import type { Dumpster } from '#contract/inventory.ts';
import type { PriceProposal } from '#contract/price-proposal.ts';
import { type Firm, USED_SIZE } from './firm.ts';
import { beside, once } from './once.ts';
import type { PreparedCall, PreparedCalls, Variant } from './system.ts';

/** A new booking of its own. */
async function booked(firm: Firm, changes: object = {}) {
  const { id, version } = await firm.book(changes);
  return { params: { id }, version };
}
/** A booking that calls read. */
const bookingOf = once((firm) => booked(firm));
const readOne = async (firm: Firm) => ({ params: (await bookingOf(firm)).params });

/** A customer who agreed to texts. */
const textedOf = once(async (firm) => {
  const { params } = await booked(firm);
  await firm.owner.send('PUT', `bookings/${params.id}/text-consent`, { body: { isGiven: true } });
});

const PRICED = { priceOverride: { amount: 60_000, reason: 'Quoted on the phone' } };

async function delivery(firm: Firm) {
  const { id } = await firm.book({ deliveryDate: firm.today, dumpsterType: USED_SIZE });
  const job = await firm.getJob(id);
  return { bookingId: id, params: { id: job.id }, version: job.version };
}

/** The booking as the last change left it. */
async function current({ readBooking }: Firm, id: number) {
  return { params: { id }, version: (await readBooking(id)).version };
}

/** The preview of a change of a new booking to the next day. */
async function previewOf(firm: Firm) {
  const { id, deliveryDate } = await firm.book();
  const body = {
    type: 'reschedule',
    deliveryDate: firm.dayAfter(deliveryDate),
    override: ['too_soon'],
    preview: true,
  };
  return { params: { id }, body };
}

async function confirmedChange(firm: Firm): Promise<PreparedCall> {
  const { params, body } = await previewOf(firm);
  const { previewToken } = await firm.owner.post<ChangePreview>(`bookings/${params.id}/changes`, body);
  return { params, body: { ...body, preview: false, previewToken } };
}

/** The other call of makeBookingChange. */
export const PREVIEW_OF_CHANGE: Variant = { name: 'makeBookingChange', prepare: previewOf };

const TICKET = { weight: 2400, dumpLocation: 'County landfill', feeAmount: 8000 };

/** Bookings, and the jobs of their units. */
export const BOOKING_CALLS: PreparedCalls = {
  listBookings: beside(bookingOf),
  exportBookings: beside(textedOf),
  listBookingOptions: () => ({}),
  createBooking: ({ phoneOrder }) => ({ body: phoneOrder() }),
  getBooking: readOne,
  getBookingPage: readOne,
  updateBooking: async (firm) => ({ ...(await booked(firm)), body: { firstName: 'Grace' } }),
  setBookingStatus: async (firm) => ({ ...(await booked(firm)), body: { status: 'in_transit' } }),
  setFinalPrice: async (firm) => ({ ...(await booked(firm)), body: { finalPrice: 60_000 } }),
  listJobs: ({ today }) => ({ query: { day: today } }),
  markJobDone: (firm) => delivery(firm),
  setJobWindow: async (firm) => ({ ...(await delivery(firm)), body: { window: '08:00-12:00' } }),
  undoJob: async (firm) => {
    const { bookingId, params } = await delivery(firm);
    await firm.owner.post(`jobs/${params.id}/done`);
    return { params, version: (await firm.getJob(bookingId)).version };
  },
  moveBooking: async (firm) => {
    const { id, version } = await firm.book();
    const [free] = await firm.owner.get<Dumpster[]>(`bookings/${id}/free-dumpsters`);
    return { params: { id }, version, body: { dumpsterId: free?.id } };
  },
  makeBookingChange: confirmedChange,
  listChangeDays: async (firm) => ({
    ...(await readOne(firm)),
    query: { type: 'reschedule', month: firm.inDays(40).slice(0, 7) },
  }),
  clearAttention: async (firm) => {
    const { id } = await firm.book();
    await firm.system.execute(
      `INSERT INTO attention (booking_id, reason, created_at) VALUES (${id}, 'payment_mismatch', 1)`,
    );
    return { ...(await current(firm, id)), body: { needsAttention: null } };
  },
  listFreeDumpsters: readOne,
  listBookingHistory: readOne,
  sendReminder: async (firm) => booked(firm, { payment: { method: 'later' }, ...PRICED }),
};

/** Actions on many bookings, messages of staff and consent to texts. */
export const BOOKING_WORK_CALLS: PreparedCalls = {
  startBulkAction: async (firm) => {
    const { params } = await booked(firm);
    return { body: { type: 'status', ids: [params.id], input: { status: 'in_transit' } } };
  },
  listBulkActions: () => ({}),
  getBulkAction: async (firm) => ({ params: { id: (await failedActionOf(firm)).id } }),
  retryBulkAction: async (firm) => ({ params: { id: (await failedActionOf(firm)).id } }),
  markBulkActionsSeen: async (firm) => ({ body: { ids: [(await failedActionOf(firm)).id] } }),
  listMessages: readOne,
  sendMessage: async (firm) => ({ ...(await readOne(firm)), body: { content: 'The gate is open.' } }),
  listColleagues: () => ({}),
  listUnreadMentions: () => ({}),
  markMessagesRead: async (firm) => ({ body: { bookingId: (await readOne(firm)).params.id } }),
  getBookingTexts: readOne,
  setTextConsent: async (firm) => ({ ...(await readOne(firm)), body: { isGiven: true } }),
};

/** The price of a booking and its dump tickets. */
export const PRICE_CALLS: PreparedCalls = {
  listDumpTickets: readOne,
  addDumpTicket: async (firm) => {
    const { id, version } = await firm.bookOnSite();
    return { params: { id }, version, body: { ...TICKET, dumpDate: firm.today } };
  },
  voidDumpTicket: async (firm) => {
    const { id } = await firm.bookOnSite();
    const ticket = { ...TICKET, dumpDate: firm.today };
    await firm.owner.post(`bookings/${id}/dump-fees`, ticket);
    const [added] = await firm.owner.get<DumpTicket[]>(`bookings/${id}/dump-fees`);
    const { version } = await firm.readBooking(id);
    return { params: { id, feeId: added?.id ?? 0 }, version };
  },
  getPriceProposal: async (firm) => ({ params: (await booked(firm, PRICED)).params }),
  addPriceAddition: async (firm) => ({ ...(await booked(firm, PRICED)), body: EXTRA_DAYS }),
  voidPriceAddition: async (firm) => {
    const { params, version: read } = await booked(firm, PRICED);
    await firm.owner.post(`bookings/${params.id}/price-additions`, EXTRA_DAYS, read);
    const { proposal } = await firm.owner.get<PriceProposal>(`bookings/${params.id}/price-proposal`);
    const line = proposal?.lines.find(({ additionId }) => additionId !== null);
    const { version } = await firm.readBooking(params.id);
    return { params: { ...params, additionId: line?.additionId ?? 0 }, version };
  },
  changeKeptDays: async (firm) => {
    const { id } = await firm.bookCollected();
    await firm.system.execute(
      `UPDATE bookings SET agreed_pickup_day = '${firm.inDays(-1)}' WHERE id = ${id}`,
    );
    return { ...(await current(firm, id)), body: { askedDay: null, removedReason: 'Our truck was late' } };
  },
};

const EXTRA_DAYS = { type: 'extra_days', quantity: 2, unitAmount: 1500 };

/** An action on a cancelled booking, which has failed. */
const failedActionOf = once(async (firm): Promise<BulkAction> => {
  const { params } = await booked(firm);
  await firm.owner.send('PATCH', `bookings/${params.id}/status`, { body: { status: 'cancelled' } });
  const body = { type: 'status', ids: [params.id], input: { status: 'confirmed' } };
  const action = await firm.owner.post<BulkAction>('bulk-actions', body);
  await firm.system.settle();
  return action;
});
