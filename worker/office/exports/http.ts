import { exportBookings } from '#contract/staff-bookings.ts';
import { exportTransactions } from '#contract/transactions.ts';
import { type App, implementRaw } from '#worker/base/http/implement.ts';
import { listBookings } from '#worker/bookings/service.ts';
import { exportTransactionsPage } from '#worker/money/transactions/service.ts';
import { makeTextAnswerReader } from '#worker/notify/texts/states.ts';
import { bookingCsvColumns, transactionColumns } from './columns.ts';
import { csvReply } from './csv-reply.ts';

/** The lists of bookings and transactions as CSV files, with the filters of the lists. */
export function mountExports(app: App) {
  implementRaw(app, exportBookings, async ({ ctx, query: filter }) => {
    const withTextAnswers = await makeTextAnswerReader(ctx);
    return csvReply(ctx, {
      name: 'bookings',
      columns: bookingCsvColumns(ctx.settings.timeZone),
      readPage: async (position) => {
        const page = await listBookings(ctx, { ...position, filter, isCounted: false });
        return { ...page, rows: await withTextAnswers(page.rows) };
      },
    });
  });

  implementRaw(app, exportTransactions, ({ ctx, query: filter }) =>
    csvReply(ctx, {
      name: 'transactions',
      columns: transactionColumns(ctx.settings.timeZone),
      readPage: (position) => exportTransactionsPage(ctx, { ...position, filter }),
    }),
  );
}
