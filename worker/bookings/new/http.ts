import { createBooking as createBookingCall, listBookingOptions } from '#contract/new-booking.ts';
import { etagOf } from '#worker/base/history/version-conflict.ts';
import { type App, idempotencyKey, implement } from '#worker/base/http/implement.ts';
import { toBooking } from '#worker/rental/service.ts';
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
