import { dayAt, monthOf } from '#domain/shared/days.ts';
import type { Business } from './bench/business/rentals.ts';
import { dispatchCases } from './bench/dispatch-calls.ts';
import { measureDriverPhone, WAITING_PHOTOS } from './bench/driver-phone.ts';
import { bundleHopsWorker, CROSSING_MS, countHops, frequentTable, hopsTable } from './bench/hops.ts';
import { largeTables } from './bench/large.ts';
import { measureLargestPaint, type PaintFigures } from './bench/lighthouse.ts';
import { listCases } from './bench/list-calls.ts';
import { measureLive } from './bench/live.ts';
import { LOAD, measureCases } from './bench/load.ts';
import { officeCases } from './bench/office-calls.ts';
import { measureProposal } from './bench/proposal.ts';
import { documentCase, publicCases } from './bench/public-calls.ts';
import { withSystem } from './bench/running.ts';
import { assertSameAnswers, createPayUrl, type Signed, signIn, staffCases } from './bench/staff-calls.ts';
import { benchTable, verdictOf } from './bench/table.ts';
import { billTable, measureUsage, usageTable } from './bench/usage.ts';
import { runCommand } from './command.ts';
import { newPushKeys } from './deploy/keys.ts';
import { ROOT } from './root.ts';

const IN_TURNS = `${LOAD.connections} connections, ${LOAD.seconds} s each, in turns.`;
const LOAD_WORDS = `${LOAD.connections} connections, ${LOAD.seconds} s each, in turns with a bare Hono + D1 route.`;
/** Of the bare route's throughput; of the list of bookings and of the other calls of staff. */
const LEAST_LIST_SHARE = 0.6;
const LEAST_SHARE = 0.5;
/** Of the static document's throughput. */
const LEAST_DOCUMENT_SHARE = 0.8;
/** Signed in, at 100,000 bookings. */
const OFFICE_PAGES = [
  ['the list of bookings', '/admin/bookings', 1500],
  ['Today', '/admin', 1500],
  ['a booking', '/admin/bookings/90000', 1500],
  ['the board of a day', '/admin/dispatch', 2000],
] as const;
const MOST_PAY_PAGE_MS = 1500;
const MOST_PUBLIC_PAGE_MS = 900;
/** From a change's request to the last socket. */
const MOST_LIVE_MS = 1000;
/** gzip bytes that a phone loads before its first stop is readable. */
const MOST_DRIVER_BYTES = 100_000;
/** From a tap on the phone to the next frame. */
const MOST_TAP_MS = 100;
/** From 'Plan day' to the answer, with drives that are not stored yet. */
const MOST_PROPOSAL_MS = 2000;
const SEED = 20_261;

/** docs/measuring.md explains the results. Without names the USUAL parts run; `--large` adds the part `large`. */
const PARTS: Record<string, () => Promise<void>> = {
  public: publicPart,
  staff: () => withStaff(staffPart),
  dispatch: () => withStaff(dispatchPart),
  live: () => withStaff(livePart),
  page: pagePart,
  driver: driverPart,
  large: largePart,
  usage: usagePart,
  hops: hopsPart,
};
const USUAL = ['public', 'staff', 'dispatch', 'live', 'page', 'driver'];

await runCommand(async () => {
  const given = process.argv.slice(2);
  const named = given.filter((argument) => argument !== '--large');
  const unknown = named.find((name) => !PARTS[name]);
  if (unknown) throw new Error(`There is no part '${unknown}': ${Object.keys(PARTS).join(', ')}.`);
  const asked = [...(named.length > 0 ? named : USUAL), ...(given.includes('--large') ? ['large'] : [])];
  for (const name of asked) await PARTS[name]?.();
});

function publicPart(): Promise<void> {
  return withSystem(null, async ({ app }, stateDir) => {
    tell(
      `The public page, filled by the Pages function, beside the same document as a static file. ${IN_TURNS}`,
    );
    tell(benchTable(await measureCases(app, [documentCase(stateDir)]), LEAST_DOCUMENT_SHARE));
    tell(`What customers ask for, with Pages in front; Stripe emulated on the same machine. ${LOAD_WORDS}`);
    tell(benchTable(await measureCases(app, publicCases())));
  });
}

type Staff = { signed: Signed; business: Business };

function withStaff(use: (staff: Staff) => Promise<void>): Promise<void> {
  const business = businessOf(100_000);
  return withSystem(business, async ({ app, admin }) => use({ signed: await signIn(app, admin), business }));
}

async function staffPart({ signed, business }: Staff): Promise<void> {
  const lists = listCases(signed, business);
  const others = [...officeCases(signed, business), ...staffCases(signed, business)];
  for (const each of [...lists, ...others]) await assertSameAnswers(signed, each);
  tell(`The list of bookings at 100,000 bookings, signed in. ${LOAD_WORDS}`);
  tell(benchTable(await measureCases(signed.origin, lists), LEAST_LIST_SHARE));
  tell('What else staff ask for, in the same way.');
  tell(benchTable(await measureCases(signed.origin, others), LEAST_SHARE));
}

async function dispatchPart({ signed, business }: Staff): Promise<void> {
  const { cases, counts } = await dispatchCases(signed, business);
  for (const each of cases.filter(({ call }) => call.method === 'GET')) await assertSameAnswers(signed, each);
  tell(
    `The dispatch board with ${counts.routes} routes and ${counts.jobs} jobs, a drop on a route, and the calls of drivers. ${LOAD_WORDS}`,
  );
  tell(benchTable(await measureCases(signed.origin, cases), LEAST_SHARE));
  const { stops, firstMs, medianMs: planMs } = await measureProposal(signed, business);
  tell(
    `A proposal for ${stops} stops with the emulated routing service: first ${firstMs.toFixed(0)} ms, then ` +
      `${planMs.toFixed(0)} ms; at most ${MOST_PROPOSAL_MS}: ${verdictOf(firstMs <= MOST_PROPOSAL_MS)}`,
  );
}

async function livePart({ signed }: Staff): Promise<void> {
  const { sockets, changes, p50Ms, p95Ms, slowestMs } = await measureLive(signed);
  tell(
    `${changes} changes, each to ${sockets} sockets: p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms, ` +
      `slowest ${slowestMs.toFixed(0)} ms; at most ${MOST_LIVE_MS}: ${verdictOf(slowestMs <= MOST_LIVE_MS)}`,
  );
}

async function pagePart(): Promise<void> {
  tell('Largest contentful paint in a new tab (Lighthouse, mobile preset, empty cache, median of five):');
  await withSystem('firm', async ({ app, admin }) => {
    await reportPaint(
      'the public page, of a firm with prices',
      MOST_PUBLIC_PAGE_MS,
      measureLargestPaint(`${app}/`),
    );
    const payUrl = await createPayUrl(await signIn(app, admin));
    await reportPaint('a payment link', MOST_PAY_PAGE_MS, measureLargestPaint(payUrl));
  });
  await withStaff(async ({ signed: { origin, cookie } }) => {
    await reportPaint('the public page', MOST_PUBLIC_PAGE_MS, measureLargestPaint(`${origin}/`));
    for (const [what, path, mostMs] of OFFICE_PAGES) {
      await reportPaint(what, mostMs, measureLargestPaint(`${origin}${path}`, { Cookie: cookie }));
    }
  });
}

function driverPart(): Promise<void> {
  return withSystem('firm', async ({ app, admin }) => {
    const figures = await measureDriverPhone(await signIn(app, admin));
    const { firstStopMs, bytes, taps, officeMs, offlineMs, waiting } = figures;
    const slowest = Math.max(...taps.map(({ ms }) => ms));
    tell('A phone of 360 x 640 px with a processor six times slower:');
    tell(
      `the first stop over slow 3G, empty cache: ${firstStopMs.toFixed(0)} ms; ${(bytes / 1000).toFixed(0)} kB, ` +
        `at most ${MOST_DRIVER_BYTES / 1000}: ${verdictOf(bytes <= MOST_DRIVER_BYTES)}`,
    );
    tell(
      `the first stop without a connection, ${waiting} items waiting: ${offlineMs.toFixed(0)} ms; ` +
        `at least ${WAITING_PHOTOS} items: ${verdictOf(waiting >= WAITING_PHOTOS)}`,
    );
    tell(
      `taps, to the next frame: ${taps.map(({ name, ms }) => `${name} ${ms}`).join(', ')} ms; ` +
        `at most ${MOST_TAP_MS}: ${verdictOf(slowest <= MOST_TAP_MS)}`,
    );
    tell(
      `from a tap to the office: ${officeMs.toFixed(0)} ms; at most ${MOST_LIVE_MS}: ${verdictOf(officeMs <= MOST_LIVE_MS)}`,
    );
  });
}

/** `mostMs`: the limit. */
async function reportPaint(name: string, mostMs: number, measured: Promise<PaintFigures>): Promise<void> {
  const { medianMs, visitsMs, scriptBytes } = await measured;
  const verdict = `; at most ${mostMs}: ${verdictOf(medianMs <= mostMs)}`;
  const visits = visitsMs.map((ms) => ms.toFixed(0)).join(', ');
  tell(
    `${name}: ${medianMs.toFixed(0)} ms, of ${visits}; ${(scriptBytes / 1000).toFixed(0)} kB of script${verdict}`,
  );
}

async function hopsPart(): Promise<void> {
  const otherScript = await bundleHopsWorker(ROOT);
  await withSystem(
    null,
    async (running, stateDir) => {
      const hops = await countHops(running, stateDir);
      tell(
        `Calls of each endpoint to D1, objects, KV, R2, queues and providers, each ${CROSSING_MS} ms away:`,
      );
      tell(hopsTable(hops));
      tell('The calls that people wait for most:');
      tell(frequentTable(hops));
    },
    { otherScript, vars: { ADDRESS_LIMITS: 'on', VAPID_KEYS: newPushKeys() } },
  );
}

async function usagePart(): Promise<void> {
  const usage = await measureUsage(ROOT);
  tell('What a rental and one run of each cron without work use (docs/costs.md):');
  tell(usageTable(usage));
  tell('What they cost a month, in dollars:');
  tell(billTable(usage));
}

async function largePart(): Promise<void> {
  tell(`The same lists at 10,000 and at 1,000,000 bookings, in turns. ${LOAD.connections} connections.`);
  tell(await largeTables(businessOf(10_000), businessOf(1_000_000), LEAST_LIST_SHARE));
}

/** Dated from the first of the month, so that a generated database can be reused for the whole month. */
function businessOf(bookings: number): Business {
  return { seed: SEED, bookings, today: `${monthOf(dayAt(Date.now(), 'UTC'))}-01` };
}

function tell(text: string): void {
  console.log(`${text}\n`);
}
