import type { Business } from './business/rentals.ts';
import { type Call, type Figures, type Load, measure } from './load.ts';
import { makeReady, withSystem } from './running.ts';
import { PIECES, type Signed, signIn, staffCall } from './staff-calls.ts';
import { alignedTable, verdictOf } from './table.ts';

const LOAD: Load = { connections: 10, seconds: 4, slices: 8 };
const ALONE: Load = { connections: 1, seconds: 4, slices: 1 };
const WARM_UP: Load = { connections: 10, seconds: 1, slices: 1 };
/** How much slower a list may become with a hundred times as many rows. */
const MOST_TIMES = 2;
const MOST_SEARCH_MS = 150;
/** Several words: one of them short, digits that can be a phone, a unit number. */
const WORDS = ['12 Oak Street', 'Li 0142', '205 17101', '#4 Street'];

/** Lists without a filter, and along an index; each has more rows than a page. */
const LISTS: Readonly<Record<string, string>> = {
  bookings: '/api/bookings?limit=50',
  'bookings by customer': '/api/bookings?limit=50&sort=customer',
  'bookings by delivery date': '/api/bookings?limit=50&sort=-deliveryDate',
  'bookings of a status': '/api/bookings?limit=50&status=completed',
  'bookings of a state': '/api/bookings?limit=50&state=PA',
  'bookings from a day on': '/api/bookings?limit=50&deliveryDateFrom=2026-01-01',
  clients: '/api/clients?limit=50',
  'clients by name': '/api/clients?limit=50&sort=name',
  'clients with five bookings': '/api/clients?limit=50&minBookings=5',
  transactions: '/api/transactions?limit=50',
  'transactions by amount': '/api/transactions?limit=50&sort=-amount',
  refunds: '/api/transactions?limit=50&type=refund',
  'payments of a status': '/api/transactions?limit=50&type=payment&status=succeeded',
  'transactions from a day on': '/api/transactions?limit=50&createdFrom=2026-01-01',
  dashboard: '/api/dashboard',
};

/** Two systems at the same time, so that other load on the machine affects both. */
export async function largeTables(small: Business, large: Business): Promise<string> {
  await makeReady([small, large]);
  return withSystem(small, (few) =>
    withSystem(large, async (many) => {
      const [smaller, larger] = [await signIn(few.app, few.admin), await signIn(many.app, many.admin)];
      const lists = await listTable(smaller, larger);
      return `${lists}\n\n${await searchTable(larger)}`;
    }),
  );
}

async function listTable(few: Signed, many: Signed): Promise<string> {
  const lines: string[][] = [];
  for (const [name, path] of Object.entries(LISTS)) {
    const calls = [few, many].map((signed) => whole(signed, path));
    await measure(few.origin, calls, WARM_UP);
    const [small, large] = (await measure(few.origin, calls, LOAD)) as [Figures, Figures];
    const times = large.p95Ms / small.p95Ms;
    lines.push([
      name,
      small.p95Ms.toFixed(1),
      large.p95Ms.toFixed(1),
      times.toFixed(2),
      verdictOf(times <= MOST_TIMES),
    ]);
  }
  const head = ['list', 'p95 ms, few', 'p95 ms, many', 'times', `at most ${MOST_TIMES}`];
  return alignedTable([head, ...lines]);
}

async function searchTable(many: Signed): Promise<string> {
  const lines: string[][] = [];
  for (const piece of [...PIECES, ...WORDS]) {
    const call = whole(many, `/api/bookings?limit=50&search=${encodeURIComponent(piece)}`);
    await measure(many.origin, [call], { ...WARM_UP, connections: 1 });
    const [figures] = (await measure(many.origin, [call], ALONE)) as [Figures];
    const { p50Ms, p95Ms } = figures;
    const verdict = verdictOf(p95Ms <= MOST_SEARCH_MS);
    lines.push([piece, p50Ms.toFixed(1), p95Ms.toFixed(1), verdict]);
  }
  return alignedTable([['search, alone', 'p50 ms', 'p95 ms', `within ${MOST_SEARCH_MS}`], ...lines]);
}

/** The URL with its origin, because the two systems have different origins. */
const whole = (signed: Signed, path: string): Call => staffCall(signed, new URL(path, signed.origin).href);
