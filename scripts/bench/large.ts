import { SUGGESTION_LISTS } from '#contract/search-suggestions.ts';
import type { Business } from './business/rentals.ts';
import { listCases, PIECES } from './list-calls.ts';
import { type Call, type Figures, LOAD, type Load, measure, measureCases, WARM_UP } from './load.ts';
import { makeReady, withSystem } from './running.ts';
import { assertSameAnswers, type Signed, signIn, staffCall } from './staff-calls.ts';
import { alignedTable, benchTable, verdictOf } from './table.ts';

const ALONE: Load = { connections: 1, seconds: 4, slices: 1 };
/** How much slower a list may become with a hundred times as many rows. */
const MOST_TIMES = 2;
const MOST_SEARCH_MS = 150;
const MOST_PALETTE_MS = 100;
/** Several words: one of them short, digits that can be a phone, a unit number. */
const WORDS = ['12 Oak Street', 'Li 0142', '205 17101', '#4 Street', 'Nov 29', 'Lee Oct 12'];
/** As typed into the palette: its first letters match most of the bookings. */
const TYPED = ['a', '29', '#4512', 'li', 'mar', 'joh', '555', 'lee oak', '20-00'];

/** One letter wrong, two wrong, and two words: nothing is found, and near words are looked for. */
const MISSPELLED = ['Robinzon', 'Lancastre', 'Quary', 'Robbinzon', 'Josef Lancastre', 'Xqvzt'];

/** Lists without a filter, and along an index; each has more rows than a page. */
const LISTS: Readonly<Record<string, string>> = {
  bookings: '/api/bookings?limit=50',
  'bookings by customer': '/api/bookings?limit=50&sort=customer',
  'bookings by delivery date': '/api/bookings?limit=50&sort=-deliveryDate',
  'bookings of a status': '/api/bookings?limit=50&status=completed',
  'bookings of a state': '/api/bookings?limit=50&state=PA',
  'bookings from a day on': '/api/bookings?limit=50&deliveryDateFrom=2026-01-01',
  'bookings by last day': '/api/bookings?limit=50&sort=endDate',
  'bookings by balance due': '/api/bookings?limit=50&sort=-balanceDue',
  'bookings with a balance due': '/api/bookings?limit=50&balanceDueFrom=6500',
  'bookings by phone': '/api/bookings?limit=50&source=phone',
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

/**
 * Two systems at the same time, so that other load on the machine affects both; and the list of bookings of each beside
 * its bare route. `leastShare`: of its throughput.
 */
export async function largeTables(small: Business, large: Business, leastShare: number): Promise<string> {
  await makeReady([small, large]);
  return withSystem(small, (few) =>
    withSystem(large, async (many) => {
      const [smaller, larger] = [await signIn(few.app, few.admin), await signIn(many.app, many.admin)];
      const tables = [await listTable(smaller, larger)];
      tables.push(
        await aloneTable(larger, {
          name: 'search, alone',
          paths: [...PIECES, ...WORDS].map((text) => [
            text,
            `/api/bookings?limit=50&search=${encoded(text)}`,
          ]),
          mostMs: MOST_SEARCH_MS,
        }),
        await aloneTable(larger, {
          name: 'palette, alone',
          paths: [...PIECES, ...TYPED].map((text) => [text, `/api/palette?q=${encoded(text)}`]),
          mostMs: MOST_PALETTE_MS,
        }),
        await aloneTable(larger, {
          name: 'near words, alone',
          paths: MISSPELLED.flatMap((text) =>
            SUGGESTION_LISTS.map((list): [string, string] => [
              `${text}, ${list}`,
              `/api/search-suggestions?list=${list}&q=${encoded(text)}`,
            ]),
          ),
          mostMs: MOST_SEARCH_MS,
        }),
      );
      for (const [signed, business] of [[smaller, small] as const, [larger, large] as const]) {
        const cases = listCases(signed, business);
        for (const each of cases) await assertSameAnswers(signed, each);
        const count = business.bookings.toLocaleString('en-US');
        tables.push(`The list at ${count} bookings, in turns with a bare Hono + D1 route:`);
        tables.push(benchTable(await measureCases(signed.origin, cases), leastShare));
      }
      return tables.join('\n\n');
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

type Alone = { name: string; paths: [text: string, path: string][]; mostMs: number };

/** Each call from one connection. */
async function aloneTable(signed: Signed, { name, paths, mostMs }: Alone): Promise<string> {
  const lines: string[][] = [];
  for (const [text, path] of paths) {
    const call = staffCall(signed, path);
    await measure(signed.origin, [call], { ...WARM_UP, connections: 1 });
    const [figures] = (await measure(signed.origin, [call], ALONE)) as [Figures];
    const { p50Ms, p95Ms } = figures;
    lines.push([text, p50Ms.toFixed(1), p95Ms.toFixed(1), verdictOf(p95Ms <= mostMs)]);
  }
  return alignedTable([[name, 'p50 ms', 'p95 ms', `within ${mostMs}`], ...lines]);
}

const encoded = encodeURIComponent;

/** The URL with its origin, because the two systems have different origins. */
const whole = (signed: Signed, path: string): Call => staffCall(signed, new URL(path, signed.origin).href);
