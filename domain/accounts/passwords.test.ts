import { expect, it } from 'vitest';
import { containsUsername, isBlankPassword } from './passwords.ts';

it.each(['        ', '\t        ', '\u00a0\u2003\u3000     ', '\u200b\u2060\u00ad\ufeff\u3164\u2800'])(
  'a password of white space only is blank: %j',
  (password) => expect(isBlankPassword(password)).toBe(true),
);

it.each(['  spaces  ', '.', '李', '👷🏽', 'correct horse'])(
  'a password with a visible character is not blank: %j',
  (password) => expect(isBlankPassword(password)).toBe(false),
);

it.each([
  ['danacole1', 'dana'],
  ['The-DANA-way', 'dana'],
  ['quiet dAnA truck', 'Dana'],
  ['ｄａｎａ in full width', 'dana'],
  ['lee', 'lee'],
  ['my dana.cole key', 'dana.cole@example.com'],
  ['a@b.example forever', 'a@b.example'],
])('%j contains the username %j', (password, username) =>
  expect(containsUsername(password, username)).toBe(true),
);

it.each([
  ['battery staple', 'dana'],
  ['anad backwards', 'dana'],
  ['ab in a password', 'ab'],
  ['anything at all', ''],
  ['an example.com key', 'dana@example.com'],
])('%j does not contain the username %j', (password, username) =>
  expect(containsUsername(password, username)).toBe(false),
);
