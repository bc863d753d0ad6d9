import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as texts from '#contract/texts.ts';

export const textsDocs: DocsOf<typeof texts> = {
  receiveTextsWebhook: {
    summary:
      'Receives a report about a text message, or a text from a customer, as a form. The signature is verified. STOP ends all texts to a number until it sends START.',
    headers: ['X-Twilio-Signature'],
    errors: ['invalid', 'not_found', 'too_large'],
    crossings: 1,
  },
  getBookingTexts: {
    summary:
      "Returns the customer's consent to text messages, the texts of the booking with what became of them, the customer's answers, and whether the e-mail address bounces.",
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  setTextConsent: {
    summary:
      "Records that the customer agreed to text messages on the phone, or no longer wants them. A withdrawal counts for every booking with the number. Repeating the call changes nothing. A number that texted STOP stays stopped. 409 conflict: the booking's phone number cannot get texts.",
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 5,
  },
};
