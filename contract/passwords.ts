import * as z from 'zod/mini';
import { containsUsername, isBlankPassword, PASSWORD_LENGTH } from '#domain/accounts/passwords.ts';
import { withoutControls } from './fields.ts';

export const PASSWORD_TOO_LONG = `Must be at most ${PASSWORD_LENGTH.max} characters`;
export const HAS_USERNAME = 'Password must not contain the username';

/** An existing password, for sign-in and confirmation. The server checks it. */
export function typedPassword(required: string) {
  return z
    .string(required)
    .check(z.minLength(1, required), z.maxLength(PASSWORD_LENGTH.max, PASSWORD_TOO_LONG));
}

/** A new password: 8 to 256 characters, not only white space. */
export function chosenPassword(tooShort: string) {
  return z.string(tooShort).check(
    z.minLength(PASSWORD_LENGTH.min, tooShort),
    z.maxLength(PASSWORD_LENGTH.max, PASSWORD_TOO_LONG),
    withoutControls,
    z.refine((password) => !isBlankPassword(password), 'Password must not be blank'),
  );
}

/** Checks that the new password in `field` does not contain the body's username, or else `known`. */
export function withoutUsername<Field extends string>(field: Field, known?: string) {
  type Body = { [Each in Field]?: string | undefined } & { username?: string | undefined };
  return z.refine<Body>((body) => !containsUsername(body[field] ?? '', body.username ?? known ?? ''), {
    message: HAS_USERNAME,
    path: [field],
  });
}
