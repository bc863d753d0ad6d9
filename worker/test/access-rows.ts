import { CALLERS, type Caller, SIGNED_OUT } from './callers.ts';

type Answer = 'in' | 401 | 403;
export type AccessRow = Record<Caller, Answer>;

const everyone = Object.fromEntries(CALLERS.map((caller) => [caller, 'in'])) as AccessRow;
const staff: AccessRow = {
  ...everyone,
  ...(Object.fromEntries(SIGNED_OUT.map((caller) => [caller, 401])) as Record<
    (typeof SIGNED_OUT)[number],
    401
  >),
  ...({ driver: 403, customer: 403 } as const),
};

/** Calls of the own account. */
const ownAccount: AccessRow = { ...staff, driver: 'in' };
/** The driver app. */
const drivers: AccessRow = {
  ...staff,
  super_admin: 403,
  admin: 403,
  ...({ dispatcher: 403, view_only: 403, driver: 'in' } as const),
};

/** What dispatchers do every day. */
const dispatchers: AccessRow = { ...staff, view_only: 403 };
const writers: AccessRow = { ...dispatchers, dispatcher: 403 };
const owners: AccessRow = { ...writers, admin: 403 };

/** Who gets into a call, by what the call is. */
export const ACCESS_ROWS = { everyone, staff, ownAccount, drivers, dispatchers, writers, owners };
