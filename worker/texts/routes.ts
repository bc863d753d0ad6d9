import { receiveTextsWebhook } from '#contract/texts.ts';
import { type App, implementRaw } from '#worker/http/implement.ts';
import { receiveTextWebhook } from './webhook.ts';

/** An empty answer in the provider's language: it sends nothing back. */
const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** Mounted before the origin check of writes: the provider signs its requests. */
export function mountTextsWebhook(app: App) {
  implementRaw(app, receiveTextsWebhook, async ({ ctx, bytes, header, request }) => {
    await receiveTextWebhook(ctx, {
      form: new TextDecoder().decode(bytes),
      query: new URL(request.url).search,
      signature: header('X-Twilio-Signature'),
    });
    return new Response(NO_REPLY, { headers: { 'Content-Type': 'text/xml' } });
  });
}
