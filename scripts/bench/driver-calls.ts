import type { BoardRoute } from '#contract/dispatch.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Case } from './public-calls.ts';
import { API_HOST, type Signed, signIn, staffCall } from './staff-calls.ts';

/** A driver who is signed in, with the stops of the published route of today. */
type Phone = { driverId: number; signed: Signed; stopIds: number[] };

/** Half of the drivers call the product, and the others the bare routes, so that no action waits for another one. */
const PHONES = 8;

/** What drivers' phones ask for, beside bare routes. `routes`: published ones of today; `username`: of the n-th driver. */
export async function driverCases(
  { origin }: Signed,
  {
    today,
    routes,
    usernameOf,
    password,
  }: {
    today: Day;
    routes: readonly BoardRoute[];
    usernameOf: (index: number) => string;
    password: string;
  },
): Promise<Case[]> {
  const phones: Phone[] = [];
  for (const [index, { driver, stops }] of routes.slice(0, PHONES).entries()) {
    const signed = await signIn(origin, { username: usernameOf(index), password });
    phones.push({
      driverId: driver.id,
      signed,
      stopIds: stops.flatMap(({ id, job }) => (job && id ? [id] : [])),
    });
  }
  const half = phones.length / 2;
  return [routesCase(phones, today), actionCase(phones.slice(0, half), phones.slice(half))];
}

function routesCase(phones: readonly Phone[], today: Day): Case {
  const ofProduct = turnsOf(phones);
  const ofBare = turnsOf(phones);
  const days = `from=${addDays(today, -1)}&to=${addDays(today, 1)}`;
  return {
    name: 'driver, the routes',
    call: {
      method: 'GET',
      path: () => {
        ofProduct.next();
        return '/api/driver/routes';
      },
      headers: () => headersOf(ofProduct.current()),
    },
    bare: { method: 'GET', path: () => `/bare/driver/routes?driver=${ofBare.next().driverId}&${days}` },
  };
}

/** Each action says that a driver arrived at the next of the stops. */
function actionCase(ofProduct: readonly Phone[], ofBare: readonly Phone[]): Case {
  const product = turnsOf(ofProduct);
  const bare = turnsOf(ofBare);
  return {
    name: 'driver, an action',
    call: {
      method: 'POST',
      path: () => {
        product.next();
        return '/api/driver/actions';
      },
      headers: () => headersOf(product.current()),
      body: () => {
        const now = new Date().toISOString();
        const action = {
          id: crypto.randomUUID(),
          stopId: product.stopId(),
          type: 'arrived',
          deviceTime: now,
        };
        return { sentAt: now, actions: [action] };
      },
    },
    bare: {
      method: 'POST',
      path: () => {
        bare.next();
        return '/bare/driver/actions';
      },
      body: () => ({
        id: crypto.randomUUID(),
        stopId: bare.stopId(),
        driverId: bare.current().driverId,
      }),
    },
  };
}

function headersOf({ signed }: Phone): Record<string, string> {
  const { headers } = staffCall(signed, '/');
  return { Host: API_HOST, ...(typeof headers === 'object' ? headers : {}) };
}

/** The phones one after the other; with each round, the next stop of each. */
function turnsOf(phones: readonly Phone[]) {
  let turn = -1;
  const current = () => phones[turn % phones.length] as Phone;
  return {
    next: () => {
      turn += 1;
      return current();
    },
    current,
    stopId: () => {
      const { stopIds } = current();
      return stopIds[Math.floor(turn / phones.length) % stopIds.length] ?? 0;
    },
  };
}
