import { createPaymentIntent, getBookingStatus } from '#contract/checkout.ts';
import { AppError } from '#domain/errors.ts';
import { type App, idempotencyKey, implement } from '#worker/http/implement.ts';
import { admitStatusCall } from '#worker/http/limits.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';

export function mountCheckout(app: App) {
  implement(app, createPaymentIntent, (call) => {
    const { bookingId, bookingData } = call.body;
    if (bookingId !== 'pending' || !bookingData) {
      throw new AppError('unauthenticated', 'Sign in to collect the payment of an existing booking.');
    }
    return openCheckout(call.ctx, { data: bookingData, key: idempotencyKey(call), ip: call.ip });
  });

  implement(app, getBookingStatus, async (call) => {
    await admitStatusCall(call);
    return bookingStatus(call.ctx, call.body);
  });
}
