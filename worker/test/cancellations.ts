import type { signIn } from './staff.ts';
import { control, rows } from './world.ts';

type Staff = Pick<Awaited<ReturnType<typeof signIn>>, 'send'>;
export type CancelPreview = {
  allowed: boolean;
  reasons: { code: string; message: string }[];
  refundable: number;
  endsPayLink: { amount: number } | null;
  cancellation: {
    proposed: number;
    maximum: number;
    refundAmount: number;
    needsReason: boolean;
    pickupDay: string | null;
  };
  after: { status: string; pickupDay: string };
  previewToken: string;
};
type CancelFields = { refundAmount?: number; reason?: string; notifyCustomer?: boolean };

/** The calls that preview a cancellation and make it. */
export function makeCancelCalls(staff: () => Staff) {
  const change = (id: number, body: object, who = staff()) =>
    who.send('POST', `bookings/${id}/changes`, { type: 'cancel', ...body });
  const preview = async (id: number, fields: CancelFields = {}) =>
    (await change(id, { ...fields, preview: true })).json<CancelPreview>();
  const cancel = async (id: number, fields: CancelFields = {}) =>
    change(id, { ...fields, preview: false, previewToken: (await preview(id, fields)).previewToken });
  return { change, preview, cancel };
}

/** The agreed policy of a booking: free until `freeHours` before the delivery day, then the fee in cents. */
export const setCancellationPolicy = (id: number, freeHours: number, amount: number) =>
  rows(
    'UPDATE bookings SET cancellation_policy = ? WHERE id = ?',
    JSON.stringify({ freeHours, fee: { type: 'cents', amount } }),
    id,
  );

type CancelledColumns = { status: string; version: number; cancelled_at: number | null; pickup_day: string };
export const findCancelled = async (id: number) =>
  (
    await rows<CancelledColumns>(
      'SELECT status, version, cancelled_at, pickup_day FROM bookings WHERE id = ?',
      id,
    )
  )[0];
export const listDays = (id: number) =>
  rows('SELECT start_date, end_date FROM dumpster_schedule WHERE booking_id = ?', id);
export const listJobs = (id: number) =>
  rows('SELECT type, status, due_day FROM jobs WHERE booking_id = ? ORDER BY id', id);
export const listOperations = () =>
  rows<{ kind: string; state: string; amount: number }>('SELECT kind, state, amount FROM payment_operations');
export const failRefunds = (rule: object) =>
  control('fail-next', { path: '/v1/refunds', times: 40, ...rule });
