import { expect, it } from 'vitest';
import { readClaims, rememberRefused, signClaims } from './claims.ts';
import { newToken } from './sessions.ts';

const SECRET = 'sk_test_secret';
const dana = { userId: 7, sessionId: 'an id', username: 'dana “ß”', role: 'admin' } as const;
const open = () => signClaims(SECRET, { ...dana, token: `7.${newToken()}` });

it('a token says whose session it is', () => {
  expect(readClaims(SECRET, open())).toEqual(dana);
});

it('a token that was changed anywhere says nothing', () => {
  const token = open();
  for (let at = 0; at < token.length - 1; at += 1) {
    const other = token[at] === '1' ? '2' : '1';
    expect(readClaims(SECRET, `${token.slice(0, at)}${other}${token.slice(at + 1)}`), `at ${at}`).toBeNull();
  }
});

it.each([
  ['without claims', `7.${newToken()}`],
  [
    'with the signature of another secret',
    signClaims('sk_test_other', { ...dana, token: `7.${newToken()}` }),
  ],
  ['with the secret of another token', [`7.${newToken()}`, ...open().split('.').slice(2)].join('.')],
  ['of another user', open().replace(/^7/, '8')],
  ['with a signature that is cut', open().slice(0, -1)],
  ['that is empty', ''],
])('a token %s says nothing', (_name, token) => {
  expect(readClaims(SECRET, token)).toBeNull();
});

it('a token that was refused says nothing any more', () => {
  const token = open();
  rememberRefused(token);
  expect(readClaims(SECRET, token)).toBeNull();
  expect(readClaims(SECRET, open())).toEqual(dana);
});
