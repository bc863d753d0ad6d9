import { listDriverRoutes } from '#contract/driver-routes.ts';
import { call } from '#web/api/call.ts';
import type { DriverRoutes } from './database.ts';

/** The calls of the outbox. */
export type DriverApi = {
  readRoutes(): Promise<DriverRoutes>;
};

/** Without an end, a connection that is lost in the middle of a request would stop the outbox. */
const READ_TIMEOUT_MS = 20_000;

export const driverApi: DriverApi = {
  readRoutes: () =>
    call(listDriverRoutes, { signal: AbortSignal.timeout(READ_TIMEOUT_MS), cache: 'no-store' }),
};
