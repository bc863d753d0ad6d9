import { receiveStripeWebhook } from '#contract/platform.ts';
import { type App, implementRaw } from '#worker/base/http/implement.ts';
import { receiveWebhook } from './webhook.ts';

export function mountStripeWebhook(app: App) {
  implementRaw(app, receiveStripeWebhook, async ({ ctx, bytes, header }) => {
    await receiveWebhook(ctx, {
      text: new TextDecoder().decode(bytes),
      signature: header('Stripe-Signature'),
    });
    return Response.json({ received: true });
  });
}
