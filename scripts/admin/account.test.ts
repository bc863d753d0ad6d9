import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { insertStatement, inWords, parseAccount } from './account.ts';

const ANN = { username: 'ann', email: 'ann@example.com', password: 'correct horse' };

function usersTable() {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT, email TEXT, password TEXT, role TEXT, is_active INTEGER, created_at INTEGER);
    CREATE UNIQUE INDEX users_username ON users (lower(username));
    CREATE UNIQUE INDEX users_email ON users (lower(email));`);
  return database;
}

it('accepts a valid account and names the errors of an invalid one', () => {
  expect(parseAccount({ ...ANN, username: ' ann ' })).toEqual(ANN);
  expect(() => parseAccount({ username: 'an', email: 'ann', password: 'short' })).toThrow(
    'Username must be at least 3 characters long.\nPlease enter a valid email address.\nPassword must be at least 8 characters.',
  );
});

it('refuses the same values as the back office', () => {
  const refused = (changes: Partial<typeof ANN>) => () => parseAccount({ ...ANN, ...changes });
  expect(refused({ username: 'ann smith' })).toThrow('Use letters, digits and . _ - @ + only.');
  expect(refused({ password: 'Password1' })).toThrow('This password is too common.');
  expect(refused({ password: 'the ANN way' })).toThrow('Password must not contain the username.');
  expect(refused({ password: '         ' })).toThrow('Password must not be blank.');
  expect(refused({ password: 'x'.repeat(257) })).toThrow('Must be at most 256 characters.');
});

it('writes names unchanged, with quotes and other special characters', () => {
  const database = usersTable();
  const odd = { ...ANN, username: `Robert'); DROP TABLE users;--"` };
  database.exec(insertStatement(odd, { hash: 'scrypt$1', nowMs: 5 }));
  expect(database.prepare('SELECT * FROM users').all()).toEqual([
    {
      id: 1,
      username: odd.username,
      email: 'ann@example.com',
      password: 'scrypt$1',
      role: 'super_admin',
      is_active: 1,
      created_at: 5,
    },
  ]);
  expect(() => insertStatement({ ...ANN, username: 'a\0b' }, { hash: '', nowMs: 0 })).toThrow('NUL');
});

it('says whether the username or the e-mail is taken', () => {
  const database = usersTable();
  const insert = (account: typeof ANN) => {
    try {
      database.exec(insertStatement(account, { hash: '', nowMs: 0 }));
      return 'made';
    } catch (error) {
      return inWords(error).message;
    }
  };
  expect(insert(ANN)).toBe('made');
  expect(insert({ ...ANN, username: 'ANN', email: 'other@example.com' })).toBe('That username is taken.');
  expect(insert({ ...ANN, username: 'other', email: 'ANN@example.com' })).toBe(
    'That e-mail address is taken.',
  );
});
