import {
  getBookingPayments,
  processRemainingPayment,
  resolveOperation as resolveOperationCall,
} from '#contract/payments.ts';
import { versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement, requiredIdempotencyKey } from '#worker/base/http/implement.ts';
import { chargeRemaining } from '#worker/money/charges/service.ts';
import { readTransaction } from '#worker/money/transactions/service.ts';
import { readOrigin } from '#worker/people/auth/origin.ts';
import { getBooking, toBooking } from '#worker/rental/service.ts';
import { bookingPayments } from './overview.ts';
import { type CancellationSteps, resolveOperation } from './resolve.ts';

export function mountPayments(app: App, cancellation: CancellationSteps) {
  implement(app, getBookingPayments, ({ ctx, params }) => bookingPayments(ctx, params.id));

  implement(app, resolveOperationCall, ({ ctx, actor, params, body, header }) =>
    resolveOperation(ctx, actor, {
      ...params,
      ...body,
      version: versionFrom(header('If-Match')),
      cancellation,
    }),
  );

  implement(app, processRemainingPayment, async (call) => {
    const { ctx, actor, body, setStatus } = call;
    const version = versionFrom(call.header('If-Match'));
    const input = { ...body, key: requiredIdempotencyKey(call), version, origin: readOrigin(call) };
    const charged = await chargeRemaining(ctx, actor, input);
    const booking = await toBooking(ctx, await getBooking(ctx, body.bookingId));
    if (charged.status === 'succeeded') {
      return { booking, transaction: await readTransaction(ctx, charged.intentId, booking) };
    }
    setStatus(202);
    return { state: 'processing' as const, booking };
  });
}
