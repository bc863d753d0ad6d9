import type { Dashboard } from '#contract/dashboard.ts';
import type { Context } from '#worker/base/context.ts';
import { readTotals } from './repo.ts';

/** The numbers of the dashboard, from stored totals: the query takes the same time with any number of bookings. */
export async function readDashboard(ctx: Context): Promise<Dashboard> {
  const total = await readTotals(ctx.db);
  const revenueTax = total('payments_succeeded_tax');
  const refundedTax = total('refunds_succeeded_tax');
  const totalRevenue = total('payments_succeeded_amount') - revenueTax;
  const refundedAmount = total('refunds_succeeded_amount') - refundedTax;
  return {
    totalBookings: total('bookings'),
    pendingBookings: total('bookings_pending'),
    confirmedBookings: total('bookings_confirmed'),
    completedBookings: total('bookings_completed'),
    totalRevenue,
    revenueTax,
    refundedTax,
    paymentCount: total('payments_succeeded'),
    refundedAmount,
    refundCount: total('refunds_succeeded'),
    netRevenue: totalRevenue - refundedAmount,
  };
}
