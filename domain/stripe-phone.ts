/** Stripe refuses a longer Customer.phone or billing_details.phone. */
const MAX_LENGTH = 20;
/** E.164 has at most 15 digits; more are two numbers, or one with something after it. */
const MAX_DIGITS = 15;

const EXTENSION = /[\s,;]*(?:ext(?:ension|n)?|x|#|,|;)[\s.:=]*\d+$/i;
/** The national prefix that is not dialed after a country code: +44 (0)20. */
const TRUNK_ZERO = /^(\+[\d\s]*)\(0\)/;

/**
 * The phone number as Stripe takes it: as typed where it fits, else without its extension, else its digits. Null where
 * only a part of it would fit: a wrong number is worse than none.
 */
export function stripePhone(typed: string): string | null {
  const whole = typed.trim();
  if (whole.length <= MAX_LENGTH) return whole || null;
  const number = whole.replace(EXTENSION, '').trim();
  if (number.length <= MAX_LENGTH) return number;
  const bare = number.replace(TRUNK_ZERO, '$1').replace(/[\s().-]/g, '');
  return /^\+?\d+$/.test(bare) && bare.replace('+', '').length <= MAX_DIGITS ? bare : null;
}
