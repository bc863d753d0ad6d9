/** Stripe's code of a card's brand, and the last four digits. */
export type CardSummary = { brand: string; last4: string };

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending in 4242'; an unknown brand is 'Card'. */
export function cardText({ brand, last4 }: CardSummary): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}

/** Why a bank declined, by Stripe's decline code, for staff. https://docs.stripe.com/declines/codes */
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
 * A decline in one sentence for staff; customers are not shown the reason. `code` is 'authentication_required' or
 * 'card_declined:<decline code>'. An unknown decline code is left out.
 */
export function declineText(code: string): string {
  if (code === 'authentication_required') return 'The bank asks the customer to approve the payment';
  const reason = REASONS[code.split(':').at(-1) ?? ''];
  return reason ? `Card declined: ${reason}` : 'Card declined';
}

/** The code to store for a decline, from Stripe's error. */
export function declineCode(error: { code: string | null; declineCode: string | null }): string {
  if (error.code === 'authentication_required') return error.code;
  return `card_declined:${error.declineCode ?? error.code ?? 'unknown'}`;
}
