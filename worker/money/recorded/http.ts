import { recordPayment as recordCall, voidPayment as voidCall } from '#contract/recorded-payments.ts';
import type { Context } from '#worker/base/context.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement, requiredIdempotencyKey } from '#worker/base/http/implement.ts';
import { readTransaction } from '#worker/money/transactions/service.ts';
import { getBooking, toBooking } from '#worker/rental/service.ts';
import { recordPayment, voidPayment } from './service.ts';

export function mountRecordedPayments(app: App) {
  implement(app, recordCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = versionFrom(header('If-Match'));
    const input = { ...params, version, key: requiredIdempotencyKey(call), payment: body };
    return readPaymentReply(call, params.id, await recordPayment(ctx, actor, input));
  });

  implement(app, voidCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const input = { ...params, ...body, version: versionFrom(header('If-Match')) };
    return readPaymentReply(call, params.id, await voidPayment(ctx, actor, input));
  });
}

type Reply = { ctx: Context; setHeader: (name: string, value: string) => void };

async function readPaymentReply({ ctx, setHeader }: Reply, bookingId: number, paymentId: string) {
  const record = await getBooking(ctx, bookingId);
  setHeader('ETag', etagOf(record));
  return {
    booking: await toBooking(ctx, record),
    transaction: await readTransaction(ctx, paymentId, record),
  };
}
