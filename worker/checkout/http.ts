import { createPaymentIntent, getBookingStatus } from '#contract/checkout.ts';
import { listHolds, releaseHold as releaseHoldCall } from '#contract/holds.ts';
import { AppError } from '#domain/shared/errors.ts';
import { versionFrom } from '#worker/base/history/version-conflict.ts';
import { authorize } from '#worker/base/http/guards/authorize.ts';
import { admitStatusCall } from '#worker/base/http/guards/limits.ts';
import { type App, idempotencyKey, implement } from '#worker/base/http/implement.ts';
import { listLiveHolds, releaseHold } from '#worker/checkout/holds/service.ts';
import { payableByLink, payableByStaff } from '#worker/money/links/service.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';

export function mountCheckout(app: App) {
  implement(app, createPaymentIntent, async (call) => {
    const { bookingId, bookingData, payToken, terms, termsVersion } = call.body;
    if (bookingId === 'pending') {
      if (!bookingData) throw new AppError('invalid', 'The booking details are required.');
      return openCheckout(call.ctx, { data: bookingData, key: idempotencyKey(call), ip: call.ip });
    }
    await admitStatusCall(call);
    if (payToken !== undefined) {
      const accepted = terms ? { version: termsVersion ?? null, ip: call.ip } : null;
      return payableByLink(call.ctx, { bookingId, token: payToken, accepted });
    }
    const actor = await authorize(call.ctx, { access: 'payments:charge' }, call.request);
    if (!actor) throw new AppError('unauthenticated', 'Please sign in.');
    return payableByStaff(call.ctx, actor, {
      id: bookingId,
      version: versionFrom(call.header('If-Match')),
    });
  });

  implement(app, getBookingStatus, async (call) => {
    await admitStatusCall(call);
    return bookingStatus(call.ctx, call.body);
  });
}

export function mountHolds(app: App) {
  implement(app, listHolds, ({ ctx }) => listLiveHolds(ctx));
  implement(app, releaseHoldCall, ({ ctx, actor, params }) => releaseHold(ctx, actor, params.id));
}
