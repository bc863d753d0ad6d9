/** Formats and validates card fields, without the DOM. */

export type FieldName = 'cvc' | 'expiry' | 'number';

export interface FieldProblem {
  code: string;
  message: string;
}

interface BrandRule {
  brand: string;
  label: string;
  starts: RegExp;
  lengths: number[];
  groups: number[];
  cvcLength: number;
}

const FOURS = [4, 4, 4, 4, 3];

const BRANDS: BrandRule[] = [
  { brand: 'visa', label: 'Visa', starts: /^4/, lengths: [16], groups: FOURS, cvcLength: 3 },
  {
    brand: 'mastercard',
    label: 'Mastercard',
    starts: /^(5[1-5]|2[2-7])/,
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    brand: 'amex',
    label: 'American Express',
    starts: /^3[47]/,
    lengths: [15],
    groups: [4, 6, 5],
    cvcLength: 4,
  },
  {
    brand: 'discover',
    label: 'Discover',
    starts: /^(6011|64[4-9]|65)/,
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    brand: 'diners',
    label: 'Diners Club',
    starts: /^3(0|6|8|9)/,
    lengths: [14, 16],
    groups: FOURS,
    cvcLength: 3,
  },
  { brand: 'jcb', label: 'JCB', starts: /^35/, lengths: [16], groups: FOURS, cvcLength: 3 },
  {
    brand: 'unionpay',
    label: 'UnionPay',
    starts: /^62/,
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
];
const UNKNOWN: BrandRule = {
  brand: 'unknown',
  label: '',
  starts: /^/,
  lengths: [16],
  groups: FOURS,
  cvcLength: 3,
};

export function brandOf(digits: string): BrandRule {
  return BRANDS.find(({ starts }) => starts.test(digits)) ?? UNKNOWN;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** '4242424242424242' as '4242 4242 4242 4242', American Express as 4-6-5. */
export function formattedNumber(text: string): string {
  const { groups, lengths } = brandOf(digitsOf(text));
  let rest = digitsOf(text).slice(0, Math.max(...lengths));
  const parts: string[] = [];
  for (const size of groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** '1229' as '12 / 29'; a one-digit month gets a leading zero; a four-digit year is shortened to two digits. */
export function formattedExpiry(text: string): string {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits) || /^1\s*\//.test(text.trim())) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function formattedCvc(text: string, numberText: string): string {
  return digitsOf(text).slice(0, brandOf(digitsOf(numberText)).cvcLength);
}

/** Full four-digit year of 'MM / YY'. */
export function parseExpiry(text: string): { month: number; year: number } {
  const digits = digitsOf(text);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) };
}

/** The error of a field; null if it is complete and valid. */
export function findFieldProblem(
  name: FieldName,
  texts: Record<FieldName, string>,
  today = new Date(),
): FieldProblem | null {
  if (name === 'number') return numberProblem(digitsOf(texts.number));
  if (name === 'expiry') return expiryProblem(texts.expiry, today);
  if (digitsOf(texts.cvc).length === brandOf(digitsOf(texts.number)).cvcLength) return null;
  return { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}

function numberProblem(digits: string): FieldProblem | null {
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths))
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  if (lengths.includes(digits.length) && hasCheckDigit(digits)) return null;
  return { code: 'invalid_number', message: 'Your card number is invalid.' };
}

function expiryProblem(text: string, today: Date): FieldProblem | null {
  const { month, year } = parseExpiry(text);
  if (digitsOf(text).length === 4 && (month < 1 || month > 12)) {
    return { code: 'invalid_expiry_month', message: "Your card's expiration date is invalid." };
  }
  if (digitsOf(text).length < 4)
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  const thisYear = today.getFullYear();
  if (year < thisYear)
    return { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  if (year > thisYear + 50)
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  if (year === thisYear && month < today.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  }
  return null;
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
