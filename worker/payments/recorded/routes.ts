import { recordPayment as recordCall, voidPayment as voidCall } from '#contract/recorded-payments.ts';
import { getBooking, toBooking } from '#worker/booking-records/service.ts';
import type { Context } from '#worker/context.ts';
import { versionFrom } from '#worker/history/version-conflict.ts';
import { type App, idempotencyKey, implement } from '#worker/http/implement.ts';
import { getTransactionRow, toTransaction } from '#worker/payments/transactions/service.ts';
import { recordPayment, voidPayment } from './service.ts';

export function mountRecordedPayments(app: App) {
  implement(app, recordCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = versionFrom(header('If-Match'));
    const input = { ...params, version, key: idempotencyKey(call), payment: body };
    return replyOf(ctx, params.id, await recordPayment(ctx, actor, input));
  });

  implement(app, voidCall, async ({ ctx, actor, params, body, header }) => {
    const input = { ...params, ...body, version: versionFrom(header('If-Match')) };
    return replyOf(ctx, params.id, await voidPayment(ctx, actor, input));
  });
}

async function replyOf(ctx: Context, bookingId: number, paymentId: string) {
  const booking = await toBooking(ctx, await getBooking(ctx, bookingId));
  return { booking, transaction: toTransaction(await getTransactionRow(ctx, paymentId), booking) };
}
