/** The texts of a decline: the API's message, and the seller's message on the charge. */
export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
  advice_code?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later';
  network_decline_code?: string;
  /** The reason on the charge's outcome, if it differs from the decline code. */
  reason?: string;
  sellerMessage: string;
}

const NO_DETAILS = 'The bank did not return any further details with this decline.';
const DECLINED = 'Your card was declined.';

export const DECLINES = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: DECLINED,
    advice_code: 'try_again_later',
    network_decline_code: '01',
    sellerMessage: NO_DETAILS,
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    advice_code: 'try_again_later',
    network_decline_code: '51',
    sellerMessage: 'The bank returned the decline code `insufficient_funds`.',
  },
  lost_card: {
    code: 'card_declined',
    decline_code: 'lost_card',
    message: DECLINED,
    advice_code: 'do_not_try_again',
    network_decline_code: '41',
    sellerMessage: 'The bank returned the decline code `lost_card`.',
  },
  stolen_card: {
    code: 'card_declined',
    decline_code: 'stolen_card',
    message: DECLINED,
    advice_code: 'do_not_try_again',
    network_decline_code: '43',
    sellerMessage: 'The bank returned the decline code `stolen_card`.',
  },
  card_velocity_exceeded: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    advice_code: 'try_again_later',
    network_decline_code: '65',
    sellerMessage: 'The bank returned the decline code `card_velocity_exceeded`.',
  },
  expired_card: {
    code: 'expired_card',
    message: 'Your card has expired.',
    advice_code: 'confirm_card_data',
    network_decline_code: '54',
    reason: 'expired_card',
    sellerMessage: 'The bank returned the decline code `expired_card`.',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    advice_code: 'confirm_card_data',
    network_decline_code: '82',
    reason: 'incorrect_cvc',
    sellerMessage: 'The bank returned the decline code `incorrect_cvc`.',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
    reason: 'processing_error',
    sellerMessage: 'The bank returned the decline code `processing_error`.',
  },
} as const satisfies Record<string, Decline>;

export type DeclineName = keyof typeof DECLINES;

export const AUTHENTICATION_REQUIRED = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
} as const;

export const AUTHENTICATION_FAILED = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;

/** The API error of a decline. */
export function declineBody(name: DeclineName): Omit<Decline, 'reason' | 'sellerMessage'> {
  const { sellerMessage: _toSeller, reason: _reason, ...body }: Decline = DECLINES[name];
  return body;
}
