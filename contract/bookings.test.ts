import { describe, expect, it } from 'vitest';
import { US_STATES } from '#domain/shared/us-states.ts';
import { bookingDetails } from './bookings.ts';
import { bookingData } from './checkout.ts';
import { newUser } from './users.ts';

const details = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '(555) 010-0142',
  address: '12 Quarry Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  deliveryDate: '2026-12-01',
  notes: 'Behind the house',
  company: 'Lovelace Builders',
  poNumber: 'PO-114',
  placement: 'Left of the garage',
  rentalType: '7-day',
  dumpsterType: '15-yard',
};

/** The messages for the changed details, by field; empty when they are accepted. */
function refusals(changes: Record<string, unknown>, schema: typeof bookingDetails | typeof bookingData) {
  const result = schema.safeParse({ ...details, ...changes });
  return (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
}
const refused = (changes: Record<string, unknown>) => refusals(changes, bookingDetails);

it('accepts valid details unchanged', () => {
  expect(bookingDetails.parse(details)).toEqual(details);
});

describe('each empty field has its message', () => {
  it.each([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Invalid email address'],
    ['phone', 'Invalid phone number'],
    ['address', 'Address is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['zip', 'Zip code is required'],
    ['rentalType', 'Rental duration is required'],
    ['dumpsterType', 'Dumpster type is required'],
    ['deliveryDate', 'Delivery date is required'],
  ])('%s: %s', (field, message) => {
    for (const value of ['', undefined, null, 17, true, [], {}]) {
      expect(refused({ [field]: value }), JSON.stringify(value)).toContainEqual([field, message]);
    }
  });

  it.each(['firstName', 'lastName', 'address', 'city'])('%s with only spaces is empty', (field) => {
    expect(refused({ [field]: ' \t\n ' })).toHaveLength(1);
  });
});

it('requires the terms to be accepted: only true is valid', () => {
  const message = 'You must agree to the terms and conditions';
  for (const terms of [false, undefined, null, 'true', 1]) {
    expect(refusals({ terms }, bookingData)).toEqual([['terms', message]]);
  }
  expect(refusals({ terms: true }, bookingData)).toEqual([]);
});

it('accepts details with and without notes', () => {
  const { notes: _, ...withoutNotes } = details;
  expect(bookingDetails.parse(withoutNotes).notes).toBe('');
  expect(bookingDetails.parse({ ...details, notes: '  ' }).notes).toBe('');
  expect(bookingDetails.parse({ ...details, notes: ' two\r\nlines\tand a tab ' }).notes).toBe(
    'two\r\nlines\tand a tab',
  );
});

it('trims spaces around the text', () => {
  const padded = Object.fromEntries(
    Object.entries(details).map(([field, value]) => [
      field,
      field === 'deliveryDate' ? value : `  ${value} `,
    ]),
  );
  expect(bookingDetails.parse(padded)).toEqual(details);
});

describe('limits', () => {
  it.each([
    ['firstName', 100],
    ['lastName', 100],
    ['city', 100],
    ['address', 200],
    ['notes', 2000],
  ])('%s has at most %i characters', (field, max) => {
    expect(refused({ [field]: 'x'.repeat(max) })).toEqual([]);
    expect(refused({ [field]: 'x'.repeat(max + 1) })).toEqual([[field, `Must be at most ${max} characters`]]);
  });

  it('an e-mail address has at most 254', () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
    expect(refused({ email: address(254) })).toEqual([]);
    expect(refused({ email: address(255) })).toEqual([['email', 'Invalid email address']]);
  });
});

describe('control characters are refused with the reason', () => {
  it.each(['firstName', 'lastName', 'address', 'city', 'notes'])('in %s', (field) => {
    for (const character of ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009b', '\ud800']) {
      expect(refused({ [field]: `a${character}b` }), JSON.stringify(character)).toEqual([
        [field, 'Must not contain control characters'],
      ]);
    }
  });

  it.each(['firstName', 'lastName', 'address', 'city'])('also line breaks in %s', (field) => {
    for (const character of ['\n', '\r', '\t', '\u2028']) {
      expect(refused({ [field]: `a${character}b` })).toEqual([
        [field, 'Must not contain control characters'],
      ]);
    }
  });

  it('but text of any language and emoji are accepted', () => {
    for (const firstName of ['Zoë', "O'Neil-Šmíd", '李', 'فاطمة', '👷🏽']) {
      expect(refused({ firstName })).toEqual([]);
    }
  });
});

describe('phone: at least ten digits, in any grouping', () => {
  it.each([
    '5550100142',
    '555-010-0142',
    '(555) 010-0142',
    '+1 555.010.0142',
    '1 555 010 0142 x12',
    '555-010-0142 ext. 3',
    '+44 20 7946 0958',
  ])('%s', (phone) => {
    expect(refused({ phone })).toEqual([]);
  });

  it.each(['555-010-0142, ext 5', '(555) 010-0142 extension 12', '5550100142 #7'])(
    'with an extension: %s',
    (phone) => {
      expect(refused({ phone })).toEqual([]);
    },
  );

  it.each(['555-0142', '555010014', '555010014x2345', '----------', '+'])('too short: %j', (phone) => {
    expect(refused({ phone })).toEqual([['phone', 'Invalid phone number']]);
  });

  it.each([
    'call me maybe',
    '5550100142;DROP TABLE',
    '555-010-0142 or so',
    '555\n010\n0142',
    '555\t010\t0142',
    '5550100142\nx12',
    '٥٥٥٠١٠٠١٤٢',
    '5'.repeat(41),
    'ada@example.com',
  ])('no phone number, and the message names the allowed characters: %j', (phone) => {
    expect(refused({ phone })).toEqual([
      ['phone', 'Use digits and + ( ) - . / only, with x before an extension; at most 40 characters'],
    ]);
  });
});

describe('zip: five digits or ZIP+4', () => {
  it.each([
    ['12207', '12207'],
    ['00501', '00501'],
    ['12207-1234', '12207-1234'],
    ['123456789', '12345-6789'],
    [' 12345 6789 ', '12345-6789'],
  ])('%j is kept as %s', (zip, kept) => {
    expect(bookingDetails.parse({ ...details, zip }).zip).toBe(kept);
  });

  it.each([
    '1220',
    '122071',
    '12207-',
    '12207-12',
    '12207--1234',
    '1234567890',
    'ABCDE',
    '12 207',
    '12207\n-1234',
    '１２３４５',
  ])('not %j, and the message names the format', (zip) => {
    expect(refused({ zip })).toEqual([['zip', 'Zip code must have 5 digits, or 9 as in 12345-6789']]);
  });

  it('an empty one gets the message for a required field', () => {
    for (const zip of ['', '  ']) expect(refused({ zip })).toEqual([['zip', 'Zip code is required']]);
  });
});

describe('text without a visible character is missing', () => {
  const INVISIBLE = {
    'zero-width spaces': '\u200b\u200b',
    'a byte order mark': '\ufeff',
    'a joiner between blanks': ' \u200d ',
    'writing directions': '\u202e\u2066\u2069',
    'a soft hyphen': '\u00ad',
    'a Hangul filler': '\u3164',
    'half-width and choseong fillers': '\uffa0\u115f\u1160',
    'a combining grapheme joiner': '\u034f',
    'a Khmer inherent vowel': '\u17b5',
    'an empty Braille pattern': '\u2800',
    'a variation selector': '\ufe0f',
    tags: '\u{e0041}\u{e007f}',
    'a Mongolian separator': '\u180e',
    'an ideographic space': '\u200b\u3000\u200b',
  };

  it.each(Object.entries(INVISIBLE))('%s', (_what, text) => {
    expect(refused({ firstName: text })).toEqual([['firstName', 'First name is required']]);
    expect(refused({ lastName: text })).toEqual([['lastName', 'Last name is required']]);
    expect(refused({ address: text, city: text })).toEqual([
      ['address', 'Address is required'],
      ['city', 'City is required'],
    ]);
    expect(newUser.shape.firstName.safeParse(text).error?.issues[0]?.message).toBe('First name is required');
  });

  it('but one visible character is enough', () => {
    for (const text of Object.values(INVISIBLE))
      expect(refused({ firstName: `${text}A${text}` })).toEqual([]);
    for (const firstName of ['-', '1', '👷🏽', '❤️', 'ㅋ', 'é']) expect(refused({ firstName })).toEqual([]);
  });
});

it.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@example.com',
  'ada@exa mple.com',
  'ada@e.com\nb',
])('%j is not an e-mail address', (email) => {
  expect(refused({ email })).toEqual([['email', 'Invalid email address']]);
});

it('knows the fifty states, in any case', () => {
  expect(US_STATES).toHaveLength(50);
  for (const { code } of US_STATES) expect(refused({ state: code })).toEqual([]);
  expect(bookingDetails.parse({ ...details, state: ' ny ' }).state).toBe('NY');
  for (const state of ['XX', 'New York', 'PR', 'N']) {
    expect(refused({ state })).toEqual([['state', 'State is required']]);
  }
});

it('accepts slugs, names and titles in any case and returns the slug', () => {
  const parsed = bookingDetails.parse({ ...details, rentalType: '30-Day Rental', dumpsterType: '20-YARD' });
  expect([parsed.rentalType, parsed.dumpsterType]).toEqual(['30-day', '20-yard']);
});

it.each(['2027-02-29', '2026-13-01', '12/01/2026', '2026-12-1', '2026-12-01T00:00:00Z', 'tomorrow'])(
  '%s is not a delivery date',
  (deliveryDate) => {
    expect(refused({ deliveryDate })).toEqual([
      ['deliveryDate', 'Delivery date must be a calendar day (yyyy-mm-dd)'],
    ]);
  },
);

it('accepts 29 February in a leap year', () => {
  expect(refused({ deliveryDate: '2028-02-29' })).toEqual([]);
});

it('refuses unknown fields', () => {
  for (const field of ['id', 'status', 'finalPrice', 'stripePaymentIntentId', 'isAdmin']) {
    const result = bookingDetails.safeParse({ ...details, [field]: 'x' });
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [field] }]);
  }
  expect(bookingDetails.safeParse(JSON.parse('{"__proto__": {"isAdmin": true}}')).success).toBe(false);
});

it.each([1.5, '42500', Number.NaN, 2 ** 53])(
  'a deposit of %s is not a whole number of cents',
  (depositAmount) => {
    expect(refusals({ terms: true, depositAmount }, bookingData)).toHaveLength(1);
  },
);

it.each(['', 'v 1', 'a'.repeat(41), '2026\n11'])('%j is not a version of the terms', (termsVersion) => {
  expect(refusals({ terms: true, termsVersion }, bookingData)).toEqual([
    ['termsVersion', 'Must be a version of the terms'],
  ]);
});
