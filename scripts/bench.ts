import { dayAt, monthOf } from '#domain/days.ts';
import type { Business } from './bench/business/rentals.ts';
import { type Load, measure } from './bench/load.ts';
import { type Case, publicCases } from './bench/public-calls.ts';
import { withSystem } from './bench/running.ts';
import { assertSameAnswers, signIn, staffCases } from './bench/staff-calls.ts';
import { benchTable, type Row } from './bench/table.ts';
import { runCommand } from './command.ts';

const LOAD: Load = { connections: 10, seconds: 4, slices: 8 };
const WARM_UP: Load = { connections: 10, seconds: 1, slices: 1 };
/** Of the bare route's throughput. */
const LEAST_SHARE = 0.5;
const SEED = 20_261;

await runCommand(async () => {
  console.log(
    `${LOAD.connections} connections, ${LOAD.seconds} s each in ${LOAD.slices} turns with the bare Hono + D1 route, in one workerd.\n`,
  );
  console.log('What customers ask for, with Pages in front; Stripe emulated on the same machine:\n');
  console.log(await publicTable());
  console.log('\nWhat staff ask for, at 100,000 bookings, signed in:\n');
  console.log(await staffTable(businessOf(100_000)));
});

function publicTable(): Promise<string> {
  return withSystem(null, async ({ app }) => benchTable(await rowsOf(app, publicCases())));
}

function staffTable(business: Business): Promise<string> {
  return withSystem(business, async ({ app, admin }) => {
    const signed = await signIn(app, admin);
    const cases = staffCases(signed, business);
    for (const each of cases) await assertSameAnswers(signed, each);
    return benchTable(await rowsOf(app, cases), LEAST_SHARE);
  });
}

async function rowsOf(origin: string, cases: Case[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, call, bare } of cases) {
    await measure(origin, [call, bare], WARM_UP);
    const [product, plain] = await measure(origin, [call, bare], LOAD);
    if (product && plain) rows.push({ name, product, bare: plain });
  }
  return rows;
}

/** Told from the first of the month, so that one that was made serves the whole month. */
function businessOf(bookings: number): Business {
  return { seed: SEED, bookings, today: `${monthOf(dayAt(Date.now(), 'UTC'))}-01` };
}
