import { refundPayment as refundCall } from '#contract/payments.ts';
import { versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement, requiredIdempotencyKey } from '#worker/base/http/implement.ts';
import { getBooking, toBooking } from '#worker/rental/service.ts';
import { refundPayment } from './service.ts';

export function mountRefunds(app: App) {
  implement(app, refundCall, async (call) => {
    const { ctx, actor, body, setStatus } = call;
    const { parts, isOpen, isCustomerNotified } = await refundPayment(ctx, actor, {
      ...body,
      key: requiredIdempotencyKey(call),
      version: versionFrom(call.header('If-Match')),
    });
    if (isOpen) setStatus(202);
    return {
      refunds: parts,
      booking: await toBooking(ctx, await getBooking(ctx, body.bookingId)),
      customerNotified: isCustomerNotified,
    };
  });
}
