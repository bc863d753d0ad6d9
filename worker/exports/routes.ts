import { exportBookings, exportTransactions } from '#contract/exports.ts';
import { toBooking } from '#worker/booking-records/record.ts';
import { pageOfBookings } from '#worker/bookings/list/repo.ts';
import { type App, implementRaw } from '#worker/http/implement.ts';
import { pageForExport } from '#worker/payments/transactions/list-repo.ts';
import { bookingColumns, transactionColumns } from './columns.ts';
import { csvReply } from './csv-reply.ts';

/** The lists as files: what they find is the lists' own matter. */
export function mountExports(app: App) {
  implementRaw(app, exportBookings, ({ ctx, query: filter }) => {
    const { db, settings } = ctx;
    return csvReply(ctx, {
      name: 'bookings',
      columns: bookingColumns(settings.timeZone),
      readPage: async (place) => {
        const asked = { ...place, filter, timeZone: settings.timeZone, isCounted: false };
        const page = await pageOfBookings(db, asked);
        return { ...page, rows: page.rows.map(toBooking) };
      },
    });
  });

  implementRaw(app, exportTransactions, ({ ctx, query: filter }) => {
    const { db, settings } = ctx;
    return csvReply(ctx, {
      name: 'transactions',
      columns: transactionColumns(settings.timeZone),
      readPage: (place) =>
        pageForExport(db, { ...place, filter, timeZone: settings.timeZone, isCounted: false }),
    });
  });
}
