import { ALL_ENDPOINTS, type EndpointName } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ACCOUNT_CALLS, PHONE_CALLS, USER_CALLS } from './accounts.ts';
import { BOOKING_CALLS, BOOKING_WORK_CALLS, PREVIEW_OF_CHANGE, PRICE_CALLS } from './bookings.ts';
import { CUSTOMER_CALLS, PLATFORM_CALLS } from './customers.ts';
import { etagOf } from './desk.ts';
import { DISPATCH_CALLS } from './dispatch.ts';
import { DRIVER_CALLS, DRIVER_RECORD_CALLS } from './driver.ts';
import type { Firm } from './firm.ts';
import { DISPATCH_SETUP_CALLS, FLEET_CALLS } from './fleet.ts';
import { MONEY_CALLS } from './money.ts';
import { OFFICE_CALLS } from './office.ts';
import { CATALOG_CALLS, SETTINGS_CALLS } from './settings.ts';
import type { CallInit, PreparedCall, PreparedCalls, Variant } from './system.ts';

/** A call of each endpoint that succeeds. The last ones change accounts, the catalog and the business itself. */
export const PREPARED_CALLS: PreparedCalls = {
  ...CUSTOMER_CALLS,
  ...PLATFORM_CALLS,
  ...FLEET_CALLS,
  ...BOOKING_CALLS,
  ...BOOKING_WORK_CALLS,
  ...PRICE_CALLS,
  ...MONEY_CALLS,
  ...OFFICE_CALLS,
  ...DISPATCH_CALLS,
  ...DRIVER_CALLS,
  ...DRIVER_RECORD_CALLS,
  ...DISPATCH_SETUP_CALLS,
  ...SETTINGS_CALLS,
  ...CATALOG_CALLS,
  ...USER_CALLS,
  ...PHONE_CALLS,
  ...ACCOUNT_CALLS,
};

/** Calls that make fewer crossings than the prepared call of their endpoint. */
export const VARIANTS: Readonly<Record<string, Variant>> = { 'the preview of a change': PREVIEW_OF_CHANGE };

/** The endpoints without a prepared call. */
export const listUnprepared = () =>
  ALL_ENDPOINTS.filter(({ name }) => !(name in PREPARED_CALLS)).map(({ name }) => name);

/** Arranges what the call of an endpoint needs. Returns its path and request. Throws for one that is not prepared. */
export async function prepareCall(
  endpoint: Endpoint,
  firm: Firm,
  prepare = PREPARED_CALLS[endpoint.name as EndpointName],
) {
  if (!prepare) throw new Error(`${endpoint.name} has no prepared call: add one to worker/test/calls`);
  return requestOf(endpoint, await prepare(firm), firm);
}

function requestOf(endpoint: Endpoint, prepared: PreparedCall, firm: Firm): { path: string; init: CallInit } {
  const { params = {}, query = {}, body, version, headers = {} } = prepared;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name] ?? '')));
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
  const cookie = prepared.cookie ?? cookieFor(endpoint, firm);
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  return {
    path: `${path}${search}`,
    init: {
      method: endpoint.method,
      headers: {
        ...(cookie && { Cookie: cookie }),
        'CF-Connecting-IP': addressOf(firm.next()),
        ...(endpoint.method !== 'GET' && {
          'Content-Type': isRaw ? 'application/octet-stream' : 'application/json',
        }),
        ...(version !== undefined && { 'If-Match': etagOf(version) }),
        ...(endpoint.method === 'POST' && { 'Idempotency-Key': crypto.randomUUID() }),
        ...headers,
      },
      ...(endpoint.method !== 'GET' && {
        body: isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body ?? {}),
      }),
    },
  };
}

/** An address of a network of its own: limits count by network. */
const addressOf = (n: number) => `198.18.${n % 256}.7`;

function cookieFor({ access }: Endpoint, { owner, drivers }: Firm): string {
  if (access === 'public' || access === 'signature') return '';
  return access === 'route:own' ? (drivers[0]?.desk.cookie ?? '') : owner.cookie;
}
