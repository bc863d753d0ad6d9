import * as z from 'zod/mini';
import { ROLES } from '#domain/accounts/access.ts';
import { account } from './auth.ts';
import { chosenUsername } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { accountEmail, LIMITS, line, phoneNumber } from './fields.ts';
import { historyEntry } from './history.ts';
import { flag, listQuery, rowNumber } from './lists.ts';
import { chosenPassword, withoutUsername } from './passwords.ts';

/** The roles that can be assigned on the Users screen. */
const OFFICE_ROLES = ['super_admin', 'admin', 'dispatcher', 'view_only', 'driver'] as const;

/** The phone number of an account. */
export const accountPhone = phoneNumber('Valid phone number is required');

/** Null or an empty field means no number. */
export const optionalPhone = z.nullable(
  z.pipe(
    z.pipe(
      z.string('Valid phone number is required'),
      z.transform((text: string) => (text.trim() === '' ? null : text)),
    ),
    z.nullable(accountPhone),
  ),
);

export const person = {
  username: chosenUsername('Username must be at least 3 characters long'),
  email: accountEmail,
  firstName: line('First name is required', LIMITS.name),
  lastName: line('Last name is required', LIMITS.name),
};
export const password = chosenPassword('Password must be at least 8 characters');

/** A driver needs a phone number. */
const driverHasPhone = z.refine<{ role: string; phone?: string | null | undefined }>(
  (body) => body.role !== 'driver' || Boolean(body.phone),
  { message: 'Valid phone number is required', path: ['phone'] },
);

export const newUser = z
  .strictObject({
    ...person,
    password,
    phone: z.optional(optionalPhone),
    role: z._default(z.enum(OFFICE_ROLES, 'Choose a role'), 'view_only'),
  })
  .check(driverHasPhone, withoutUsername('password'));

const noUsernameInPassword = withoutUsername('password');

/** Schemas for new accounts by role; the endpoint sets the role. */
export const newAdministrator = z
  .strictObject({ ...person, password, phone: z.optional(optionalPhone) })
  .check(noUsernameInPassword);

/** A driver needs a phone number. */
export const newDriver = z
  .strictObject({ ...person, password, phone: accountPhone })
  .check(noUsernameInPassword);

export const newCustomer = z
  .strictObject({ ...person, password, phone: z.optional(optionalPhone) })
  .check(noUsernameInPassword);

const changeableFields = z.strictObject({
  username: z.optional(person.username),
  email: z.optional(person.email),
  firstName: z.optional(person.firstName),
  lastName: z.optional(person.lastName),
  phone: z.optional(optionalPhone),
  password: z.optional(password),
  role: z.optional(z.enum(OFFICE_ROLES, 'Choose a role')),
});
/**
 * Changes of an account. `username`: the current username. A new password must not contain it, unless the username
 * changes, too.
 */
export function userChangesOf(username?: string) {
  return changeableFields.check(withoutUsername('password', username));
}
export const userChanges = userChangesOf();
export type UserChanges = z.output<typeof userChanges>;

const byId = z.strictObject({ id: rowNumber });
const query = listQuery(['id', 'username', 'email', 'lastName', 'role'], {
  role: z.optional(z.enum(ROLES)),
  isActive: z.optional(flag),
});
export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  access: 'office:read',
  query,
  reply: z.array(account),
});

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'office:read',
  params: byId,
  reply: account,
});

export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/admin/users',
  access: 'users:write',
  body: newUser,
  reply: account,
  status: 201,
});

export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/api/admin/users/:id',
  access: 'users:write',
  params: byId,
  body: userChanges,
  reply: account,
});

export const deactivateUser = endpoint({
  name: 'deactivateUser',
  method: 'PATCH',
  path: '/api/admin/users/:id/deactivate',
  access: 'users:write',
  params: byId,
  reply: account,
});

export const reactivateUser = endpoint({
  name: 'reactivateUser',
  method: 'PATCH',
  path: '/api/admin/users/:id/reactivate',
  access: 'users:promote',
  params: byId,
  reply: account,
});

export const upgradeToSuperAdmin = endpoint({
  name: 'upgradeToSuperAdmin',
  method: 'PATCH',
  path: '/api/admin/users/:id/upgrade-to-super-admin',
  access: 'users:promote',
  params: byId,
  reply: account,
});

export const listUserHistory = endpoint({
  name: 'listUserHistory',
  method: 'GET',
  path: '/api/admin/users/:id/history',
  access: 'office:read',
  params: byId,
  reply: z.array(historyEntry),
});
