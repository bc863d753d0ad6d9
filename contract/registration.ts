import * as z from 'zod/mini';
import { withoutUsername } from './passwords.ts';
import { accountPhone, optionalPhone, password, person } from './users.ts';

const noUsernameInPassword = withoutUsername('password');

/** Accounts by what they are for (SPEC 5): whoever makes one says which, so the role is no field of it. */
export const newAdministrator = z
  .strictObject({ ...person, password, phone: z.optional(optionalPhone) })
  .check(noUsernameInPassword);

/** A driver is called on the road. */
export const newDriver = z
  .strictObject({ ...person, password, phone: accountPhone })
  .check(noUsernameInPassword);

export const newCustomer = z
  .strictObject({ ...person, password, phone: z.optional(optionalPhone) })
  .check(noUsernameInPassword);
