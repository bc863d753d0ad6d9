import * as z from 'zod/mini';
import { account } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { accountEmail } from './fields.ts';
import { chosenPassword, typedPassword } from './passwords.ts';

// Apart from auth.ts, so that the first page of the back office does not load the rules of passwords.
/** 3 to 50 characters: letters, digits and . _ - @ + without spaces. */
export function chosenUsername(tooShort: string) {
  return z
    .string(tooShort)
    .check(
      z.trim(),
      z.minLength(3, tooShort),
      z.maxLength(50, 'Must be at most 50 characters'),
      z.regex(/^[\w.@+-]*$/, 'Use letters, digits and . _ - @ + only'),
    );
}

const linkToken = z
  .string('The link is not complete')
  .check(z.minLength(1, 'The link is not complete'), z.maxLength(200, 'The link is not complete'));

const passwordsMatch = { message: 'Passwords do not match', path: ['confirmPassword'] };

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  body: z.strictObject({
    username: typedPassword('Username is required'),
    password: typedPassword('Password is required'),
  }),
  reply: account,
});

const messageReply = z.object({ message: z.string() });

export const requestSignInLink = endpoint({
  name: 'requestSignInLink',
  method: 'POST',
  path: '/api/admin/sign-in-link',
  access: 'public',
  body: z.strictObject({ username: typedPassword('Username is required') }),
  reply: messageReply,
});

export const openSignInLink = endpoint({
  name: 'openSignInLink',
  method: 'POST',
  path: '/api/admin/sign-in-link/open',
  access: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: z.object({ username: z.string(), attempts: z.int(), minutes: z.int() }),
});

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/api/admin/change-password',
  access: 'session',
  body: z
    .strictObject({
      currentPassword: typedPassword('Current password is required'),
      newPassword: chosenPassword('New password must be at least 8 characters'),
      confirmPassword: chosenPassword('New password must be at least 8 characters'),
    })
    .check(z.refine((body) => body.newPassword === body.confirmPassword, passwordsMatch)),
  reply: messageReply,
});

export const changeUsername = endpoint({
  name: 'changeUsername',
  method: 'POST',
  path: '/api/admin/change-username',
  access: 'session',
  body: z.strictObject({
    currentPassword: typedPassword('Current password is required'),
    newUsername: chosenUsername('New username must be at least 3 characters'),
  }),
  reply: messageReply,
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/api/admin/change-email',
  access: 'session',
  body: z.strictObject({
    currentPassword: typedPassword('Current password is required'),
    newEmail: accountEmail,
  }),
  reply: messageReply,
});

export const passwordResetRequest = z.strictObject({ email: accountEmail });

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/forgot-password',
  access: 'public',
  body: passwordResetRequest,
  reply: messageReply,
});

export const passwordReset = z
  .strictObject({
    token: linkToken,
    password: chosenPassword('Password must be at least 8 characters'),
    confirmPassword: chosenPassword('Password must be at least 8 characters'),
  })
  .check(z.refine((body) => body.password === body.confirmPassword, passwordsMatch));

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/reset-password',
  access: 'public',
  body: passwordReset,
  reply: messageReply,
});
