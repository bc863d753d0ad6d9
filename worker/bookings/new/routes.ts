import { createBooking as createBookingCall, listBookingOptions } from '#contract/new-booking.ts';
import { toBooking } from '#worker/booking-records/service.ts';
import { etagOf } from '#worker/history/version-conflict.ts';
import { type App, idempotencyKey, implement } from '#worker/http/implement.ts';
import { bookingOptions } from './options.ts';
import { createBooking } from './service.ts';

export function mountNewBookings(app: App) {
  implement(app, createBookingCall, async (call) => {
    const { ctx, actor, body, setHeader } = call;
    const { record, payUrl } = await createBooking(ctx, actor, { body, key: idempotencyKey(call) });
    setHeader('ETag', etagOf(record));
    return { ...(await toBooking(ctx, record)), ...(payUrl !== null && { payUrl }) };
  });

  implement(app, listBookingOptions, ({ ctx, query }) => bookingOptions(ctx, query));
}
