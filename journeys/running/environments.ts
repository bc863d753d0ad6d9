/**
 * The environments of the systems that journeys run against. The files with the same constant are run by one worker, on
 * one system (groups.ts). Playwright compares `environment` by identity: a copy of a constant starts another system.
 */
type Environment = Record<string, string>;

const admin = (): Environment => ({ ADMIN_PASSWORD: 'first-day-at-work' });

/** For journeys of staff that look at their own customers, and compare sums with those at their start. */
export const OFFICE = admin();
/**
 * For a board with units of tomorrow, then journeys that compare the whole ledger, then those that change the accounts of
 * staff. None sees the rows of another: the jobs of the board have no payments, and each account has a name of its own.
 */
export const STAFF = admin();
/** For journeys that change the fleet, and then one that changes the draft of the catalog. */
export const INVENTORY: Environment = { ...admin(), FLEET: '10-Yard:1,15-Yard:2,20-Yard:2,30-Yard:1' };
/** For a day that is planned whole: its board shows no jobs of other journeys. */
export const PLANNING = admin();
/** For a day of a driver, whose deliveries and exchange need units of today. */
export const DRIVING: Environment = { ...admin(), FLEET: '15-Yard:8,20-Yard:8' };
/** For changes of bookings: the catalog gets prices for extra days and exchanges. */
export const CHANGES: Environment = { ...admin(), FLEET: '10-Yard:1,15-Yard:4,20-Yard:4' };
