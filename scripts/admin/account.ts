import * as z from 'zod/mini';
import { withoutUsername } from '#contract/passwords.ts';
import { password, person } from '#contract/users.ts';
import { COMMON_PASSWORDS } from '#worker/people/auth/common-passwords.gen.ts';

export type Account = { username: string; email: string; password: string };

/** The same rules as in the back office, so that the account can sign in and be edited there. */
const account = z
  .strictObject({
    username: person.username,
    email: person.email,
    password: password.check(
      z.refine(
        (text) => !COMMON_PASSWORDS.has(text.normalize('NFKC').toLowerCase()),
        'This password is too common',
      ),
    ),
  })
  .check(withoutUsername('password'));

/** Throws an error with one sentence for each invalid value. */
export function parseAccount(given: Account): Account {
  const result = account.safeParse(given);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ message }) => `${message}.`).join('\n'));
}

/** The message for a constraint error of the database; any other error is unchanged. */
export function inWords(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (/UNIQUE constraint failed.*users_username|users\.username/.test(message)) {
    return new Error('That username is taken.');
  }
  if (/UNIQUE constraint failed.*users_email|users\.email/.test(message)) {
    return new Error('That e-mail address is taken.');
  }
  return error instanceof Error ? error : new Error(message);
}

/** The SQL statement that creates a super administrator, to be run by wrangler. */
export function insertStatement(
  { username, email }: Account,
  { hash, nowMs }: { hash: string; nowMs: number },
): string {
  const values = [username, email, hash].map(quoted).join(', ');
  return `INSERT INTO users (username, email, password, role, is_active, created_at) VALUES (${values}, 'super_admin', 1, ${nowMs});\n`;
}

/** An SQL string literal; only the quote needs escaping. A NUL character would end the file early. */
function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('A text may not hold a NUL character.');
  return `'${text.replaceAll("'", "''")}'`;
}
