import { describe, expect, it } from 'vitest';
import { phoneFacts, phoneRefusal, textPhone } from './phone-numbers.ts';

describe('a number is accepted', () => {
  it.each([
    ['of the business of the demo, possible though not valid', '(555) 010-0142'],
    ['of the US', '212-555-0191'],
    ['with the country code', '+1 (212) 555-0191'],
    ['with the country code and no plus', '1 212 555 0191'],
    ['with an extension', '212 555 0191 x12'],
    ['with a long extension', '212 555 0191 ext. 1234567890'],
    ['of Canada', '+1 604 555 0123'],
    ['of a landline abroad', '+44 20 7946 0958'],
    ['of a mobile abroad', '+49 (0) 151 23456789'],
    ['of Norway, eight digits long', '+47 22 12 34 56'],
    ['dialed abroad from the US', '011 44 20 7946 0958'],
    ['that begins with a digit repeated', '555 555 5550'],
  ])('%s: %s', (_what, typed) => {
    expect(phoneRefusal(typed)).toBeNull();
  });
});

describe('a number is refused', () => {
  it.each([
    ['+1 212 555 019', 'This phone number has too few digits'],
    ['+1 212 555 019 x1234', 'This phone number has too few digits'],
    [
      '555-010-01422',
      'This phone number has too many digits. Outside the US, begin with + and the country code',
    ],
    [
      '020 7946 0958',
      'This phone number has too many digits. Outside the US, begin with + and the country code',
    ],
    ['+999 123 456 7890', 'This phone number begins with an unknown country code'],
    ['+44 20 7946 09', 'This phone number cannot exist. Check its digits'],
  ])('%s: %s', (typed, message) => {
    expect(phoneRefusal(typed)).toBe(message);
  });

  it.each([
    '0000000000',
    '5555555555',
    '(111) 111-1111',
    '+1 222 222 2222',
    '11111111111',
    '999-999-9999 x12',
  ])('of one repeated digit: %s', (typed) => {
    expect(phoneRefusal(typed)).toMatch(/one digit repeated/);
  });
});

describe('staff see', () => {
  it.each([
    ['2125550191', '(212) 555-0191', true],
    ['+1 604 555 0123 x9', '(604) 555-0123 ext. 9', true],
    ['+442079460958', '+44 20 7946 0958', true],
    ['(555) 010-0142', '(555) 010-0142', false],
    ['1234567890', '1234567890', false],
    ['an old entry', 'an old entry', false],
  ])('%s as %s, valid: %s', (typed, phoneDisplay, isPhoneValid) => {
    for (const _twice of [1, 2]) expect(phoneFacts(typed)).toEqual({ phoneDisplay, isPhoneValid });
  });
});

describe('texts go to', () => {
  it.each([
    ['New York', '(518) 555-0101 ext. 2', '+15185550101'],
    ['Alaska', '+1 907 555 0101', '+19075550101'],
    ['Canada', '1-416-555-0101', '+14165550101'],
  ])('%s: %s', (_where, typed, sent) => {
    expect(textPhone(typed)).toBe(sent);
  });

  it.each([
    ['Jamaica', '876 555 0101'],
    ['Jamaica, newer', '658 555 0101'],
    ['the Dominican Republic', '809 555 0101'],
    ['Antigua', '+1 268 555 0101'],
    ['the Bahamas', '242 555 0101'],
    ['Puerto Rico', '787 555 0101'],
    ['premium numbers', '900 555 0101'],
    ['toll-free numbers', '800 555 0101'],
    ['personal numbers', '500 555 0101'],
    ['an area code that no one has', '(555) 010-0142'],
    ['an unassigned area code', '342 555 0101'],
    ['the United Kingdom', '+44 20 7946 0958'],
    ['no number', 'call the neighbor'],
  ])('but not to %s: %s', (_where, typed) => {
    expect(textPhone(typed)).toBeNull();
  });

  it('a customer elsewhere can still book: the number is possible', () => {
    expect(phoneRefusal('876 555 0101')).toBeNull();
  });
});
