import { getBookingPage } from '#contract/booking-page.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { listBookingEvents } from '#worker/bookings/history.ts';
import { taggedBooking } from '#worker/bookings/http.ts';
import { listJobs } from '#worker/bookings/jobs/service.ts';
import { readPriceProposal } from '#worker/bookings/price/proposal.ts';
import { listStopRecords } from '#worker/driver/records/service.ts';
import { bookingPayments } from '#worker/money/overview.ts';
import { readBookingTexts } from '#worker/notify/texts/service.ts';
import { readDumpTickets } from '#worker/rental/dump-tickets/service.ts';
import { getBooking } from '#worker/rental/service.ts';

export function mountBookingPage(app: App) {
  implement(app, getBookingPage, async (call) => {
    const { ctx, params } = call;
    const { id } = params;
    // Each part reads the booking; a call reads it once (worker/base/db/read-memo.ts).
    const record = getBooking(ctx, id);
    const [booking, payments, jobs, priceProposal, history, texts, dumpTickets, stopRecords] =
      await Promise.all([
        record.then((read) => taggedBooking(call, read)),
        bookingPayments(ctx, id),
        listJobs(ctx, { bookingId: id }),
        record.then((read) => readPriceProposal(ctx, read)),
        listBookingEvents(ctx, id),
        readBookingTexts(ctx, id),
        readDumpTickets(ctx, id),
        listStopRecords(ctx, id),
      ]);
    return { booking, payments, jobs, priceProposal, history, texts, dumpTickets, stopRecords };
  });
}
