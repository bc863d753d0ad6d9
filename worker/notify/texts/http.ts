import {
  getBookingTexts,
  receiveTextsWebhook,
  setTextConsent as setTextConsentCall,
} from '#contract/texts.ts';
import { type App, implement, implementRaw } from '#worker/base/http/implement.ts';
import { readBookingTexts, setTextConsent } from './service.ts';
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

export function mountTexts(app: App) {
  implement(app, getBookingTexts, ({ ctx, params }) => readBookingTexts(ctx, params.id));
  implement(app, setTextConsentCall, ({ ctx, actor, params, body }) =>
    setTextConsent(ctx, actor, { bookingId: params.id, isGiven: body.isGiven }),
  );
}
