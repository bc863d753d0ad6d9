import { cardError, invalidParam, noSuch } from '#emulators/stripe/http/errors.ts';
import { filledText, hash, ignored, integer, type Values } from '#emulators/stripe/http/params.ts';
import { findCard, findCardByToken, passesLuhn } from './cards.ts';

/** The parameter `card`: a test token, or the payer's input. */
export const cardData = hash({
  cvc: filledText,
  exp_month: integer,
  exp_year: integer,
  networks: ignored,
  number: filledText,
  token: filledText,
});
export type CardData = NonNullable<Values<{ card: typeof cardData }>['card']>;

/** The number of the test card. Refuses what Stripe refuses before it asks a bank. */
export function getCardNumber(card: CardData, nowMs: number): string {
  if (card.token !== undefined) {
    const found = findCardByToken(card.token);
    if (!found) throw noSuch('token', card.token, { param: 'card[token]' });
    return found.number;
  }
  if (card.number === undefined)
    throw invalidParam('Missing required param: card[number].', 'card[number]', 'parameter_missing');
  const number = card.number.replace(/[\s-]/g, '');
  if (!passesLuhn(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  assertNotExpired(card, nowMs);
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
  if (!findCard(number)) {
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  return number;
}

function assertNotExpired({ exp_month: month, exp_year: year }: CardData, nowMs: number): void {
  if (month === undefined)
    throw invalidParam('Missing required param: card[exp_month].', 'card[exp_month]', 'parameter_missing');
  if (year === undefined)
    throw invalidParam('Missing required param: card[exp_year].', 'card[exp_year]', 'parameter_missing');
  const now = new Date(nowMs);
  const thisYear = now.getUTCFullYear();
  if (month < 1 || month > 12 || (year === thisYear && month < now.getUTCMonth() + 1)) {
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  if (year < thisYear || year > thisYear + 50) {
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  }
}
