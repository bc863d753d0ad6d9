import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cents } from './fields.ts';

/** Counts and sums over all bookings, in cents. Only succeeded payments and refunds count; sums are without sales tax. */
export const dashboard = z.object({
  totalBookings: z.int(),
  pendingBookings: z.int(),
  confirmedBookings: z.int(),
  completedBookings: z.int(),
  totalRevenue: cents,
  /** The sales tax in the payments and in the refunds. */
  revenueTax: cents,
  refundedTax: cents,
  paymentCount: z.int(),
  /** Refunds and lost disputes. */
  refundedAmount: cents,
  refundCount: z.int(),
  /** totalRevenue less refundedAmount. */
  netRevenue: cents,
});
export type Dashboard = z.output<typeof dashboard>;

export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/dashboard',
  access: 'office:read',
  reply: dashboard,
});
