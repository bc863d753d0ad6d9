/** An extension: 'x12', 'ext. 3', '#4'. */
const EXTENSION = /[ ,;]*(?:ext(?:ension|n)?|x|#)[ .:]*(\d+)$/i;

/** A typed phone number without its extension, and the extension's digits ('' without one). */
export function splitPhone(typed: string): { number: string; extension: string } {
  const found = EXTENSION.exec(typed);
  return { number: typed.slice(0, found?.index).trim(), extension: found?.[1] ?? '' };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The last ten digits before an extension, so that '+1 (555) 010-0142 x3' equals '555 010 0142'. '' without digits. */
export function phoneKey(typed: string): string {
  return digitsOf(splitPhone(typed).number).slice(-10);
}

/** The maximum length of Customer.phone and billing_details.phone at Stripe. */
const STRIPE_MAX_LENGTH = 20;
/** E.164 has at most 15 digits; more digits are two numbers or a number and an extension. */
const E164_MAX_DIGITS = 15;

const STRIPE_EXTENSION = /[\s,;]*(?:ext(?:ension|n)?|x|#|,|;)[\s.:=]*\d+$/i;
/** The national prefix that is not dialed after a country code: +44 (0)20. */
const TRUNK_ZERO = /^(\+[\d\s]*)\(0\)/;

/**
 * The phone number as Stripe accepts it: as typed if it fits, else without its extension, else only its digits. Null if
 * none of these fits: a cut number would be wrong.
 */
export function stripePhone(typed: string): string | null {
  const whole = typed.trim();
  if (whole.length <= STRIPE_MAX_LENGTH) return whole || null;
  const number = whole.replace(STRIPE_EXTENSION, '').trim();
  if (number.length <= STRIPE_MAX_LENGTH) return number;
  const bare = number.replace(TRUNK_ZERO, '$1').replace(/[\s().-]/g, '');
  return /^\+?\d+$/.test(bare) && bare.replace('+', '').length <= E164_MAX_DIGITS ? bare : null;
}
