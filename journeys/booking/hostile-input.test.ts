import { expect } from '@playwright/test';
import { signInByApi } from '../office/staff-api.ts';
import { test } from '../running/journey.ts';
import { holdByApi } from './booking-api.ts';
import type { Customer } from './customer.ts';

const CONTROL = 'Must not contain control characters';
const NO_NAMES: [string, string][] = [
  ['Ann\u0000', CONTROL],
  ['Ann\r\nBcc: all@example.com', CONTROL],
  ['Ann\u2028Quarry', CONTROL],
  ['Ann\u0085Quarry', CONTROL],
  ['Ann \ud83d', CONTROL],
  ['W'.repeat(101), 'Must be at most 100 characters'],
  [' \t ', 'First name is required'],
  ['\u200b\u202e\u00ad\u3164', 'First name is required'],
];
const NO_DETAILS: [keyof Customer, string, string][] = [
  ...NO_NAMES.map(([text, message]): [keyof Customer, string, string] => ['firstName', text, message]),
  ['address', 'W'.repeat(201), 'Must be at most 200 characters'],
  ['notes', 'Ann\u0000', CONTROL],
  ['notes', 'W'.repeat(2001), 'Must be at most 2000 characters'],
  ['email', '"><script>hostile()</script>@example.com', 'Invalid email address'],
  ['email', 'ann@example.com\r\nBcc: all@example.com', 'Invalid email address'],
  [
    'phone',
    'javascript:hostile(5550101234)',
    'Use digits and + ( ) - . / only, with x before an extension; at most 40 characters',
  ],
  ['phone', '+1 (555) 010-123', 'This phone number has too few digits'],
  ['zip', '=1+12207', 'Zip code must have 5 digits, or 9 as in 12345-6789'],
  ['state', '__proto__', 'State is required'],
];

test('invalid text is refused with the reason', async ({ system, newCustomer }) => {
  const { app, admin } = system.running;
  const staff = await signInByApi(app, admin);
  for (const [field, text, message] of NO_DETAILS) {
    const refused = holdByApi(app, { ...newCustomer(), [field]: text });
    const issue = JSON.stringify({ path: `bookingData.${field}`, message });
    await expect(refused, `${field}: ${text}`).rejects.toThrow(`create-payment-intent: 400`);
    await expect(refused).rejects.toThrow(issue);
  }
  const account = {
    username: 'ann',
    password: 'quiet truck at noon',
    email: 'ann@example.com',
    lastName: 'Moss',
  };
  const unit = { dumpsterType: '10-yard', notes: 'Ann\u0000' };
  for (const [firstName, message] of NO_NAMES) {
    for (const path of ['/api/admin/users', '/api/admin/staff']) {
      expect(await staff('POST', path, { ...account, firstName })).toEqual(
        refusal({ path: 'firstName', message }),
      );
    }
    const number = message.replace('First name', 'Dumpster number');
    expect(await staff('POST', '/api/dumpsters', { ...unit, dumpsterNumber: firstName })).toEqual(
      refusal({ path: 'dumpsterNumber', message: number }, { path: 'notes', message: CONTROL }),
    );
  }
  const message = 'Use letters, digits and . _ - @ + only';
  for (const username of ['<script>', 'ann moss', '=1+1', 'אנה שלום']) {
    expect(await staff('POST', '/api/admin/users', { ...account, firstName: 'Ann', username })).toEqual(
      refusal({ path: 'username', message }),
    );
  }
  for (const path of [
    'bookings?search',
    'bookings?customer',
    'clients?search',
    'dumpsters?search',
    'admin/users?search',
  ]) {
    expect((await staff('GET', `/api/${path}=Ann%00`)).status, path).toBe(400);
  }
});

const refusal = (...issues: { path: string; message: string }[]) => ({
  status: 400,
  body: expect.objectContaining({ code: 'invalid', issues }),
});
