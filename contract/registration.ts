import * as z from 'zod/mini';
import { accountPhone, optionalPhone, password, person } from './users.ts';

/** Accounts by what they are for (SPEC 5): whoever makes one says which, so the role is no field of it. */
export const newAdministrator = z.strictObject({ ...person, password, phone: z.optional(optionalPhone) });

/** A driver is called on the road. */
export const newDriver = z.strictObject({ ...person, password, phone: accountPhone });

export const newCustomer = z.strictObject({ ...person, password, phone: z.optional(optionalPhone) });
