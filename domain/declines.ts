/** Why a bank declined, by Stripe's code, for staff. https://docs.stripe.com/declines/codes */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: 'insufficient funds',
  expired_card: 'the card has expired',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  pickup_card: 'the bank asks to keep the card',
  card_velocity_exceeded: 'the limit of the card is reached',
  withdrawal_count_limit_exceeded: 'the limit of the card is reached',
  processing_error: 'the bank could not process it',
  incorrect_cvc: 'the security code is wrong',
  invalid_cvc: 'the security code is wrong',
  incorrect_zip: 'the ZIP code is wrong',
  incorrect_number: 'the card number is wrong',
  fraudulent: 'the bank suspects fraud',
  do_not_honor: 'the bank gave no reason',
  generic_decline: 'the bank gave no reason',
  call_issuer: 'the cardholder must call the bank',
  transaction_not_allowed: 'the card does not allow this payment',
  card_not_supported: 'the card does not allow this payment',
  currency_not_supported: 'the card does not allow this currency',
};

/**
 * A decline in one sentence for staff; customers never read a reason. `code`: 'authentication_required', or
 * 'card_declined' with the bank's own code behind a colon. A code without words is left out.
 */
export function declineText(code: string): string {
  if (code === 'authentication_required') return 'The bank asks the customer to approve the payment';
  const reason = REASONS[code.split(':').at(-1) ?? ''];
  return reason ? `Card declined: ${reason}` : 'Card declined';
}

/** The code that is stored of a decline, from what Stripe says of it. */
export function declineCode(error: { code: string | null; declineCode: string | null }): string {
  if (error.code === 'authentication_required') return error.code;
  return `card_declined:${error.declineCode ?? error.code ?? 'unknown'}`;
}
