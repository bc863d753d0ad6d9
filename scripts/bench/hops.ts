import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import type { DocumentedEndpoint } from '#contract/endpoint-docs.ts';
import { listUnprepared, PREPARED_CALLS, prepareCall, VARIANTS } from '#worker/test/calls/all.ts';
import { type Firm, makeFirm } from '#worker/test/calls/firm.ts';
import type { Prepare } from '#worker/test/calls/system.ts';
import type { Running } from '../local/state.ts';
import { runOrThrow } from '../run.ts';
import { COUNTS_HEADER, type Counted, DELAY_HEADER } from './hops-headers.ts';
import { askWorker, runningSystem } from './hops-system.ts';
import { alignedTable, verdictOf } from './table.ts';

/** The distance of D1 from an instance in the same part of a continent. */
export const CROSSING_MS = 20;

export type Hops = { name: string; declared: number; counted: Counted };

/** The entry of the Worker that counts, bundled as the product's own. */
export async function bundleHopsWorker(root: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hops-'));
  try {
    const entry = join('scripts', 'bench', 'hops-worker.ts');
    const command = ['wrangler', 'deploy', entry, '--env=', '--dry-run', '--outdir', folder];
    await runOrThrow(command, { cwd: root, env: { NODE_ENV: 'production' } });
    return readFileSync(join(folder, 'hops-worker.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the prepared call of every endpoint, and the variants. Throws with the names of endpoints without a prepared call
 * and of calls that are refused.
 */
export async function countHops(running: Running, stateDir: string): Promise<Hops[]> {
  const unprepared = listUnprepared();
  if (unprepared.length > 0)
    throw new Error(`No prepared call in worker/test/calls: ${unprepared.join(', ')}.`);
  // An event that makes the booking first would be another path of the calls.
  await fetch(`${running.stripe}/__control/webhooks`, { method: 'POST', body: '{"mode":"hold"}' });
  // The system has units.
  const firm = await makeFirm(runningSystem(running, stateDir), { units: 0 });
  const results: Hops[] = [];
  const failures: string[] = [];
  for (const { name, endpointName, prepare } of listCalls()) {
    const endpoint = DOCUMENTED_ENDPOINTS.find((one) => one.name === endpointName);
    if (!endpoint) throw new Error(`There is no endpoint ${endpointName}.`);
    try {
      const counted = await countCall(running.app, { endpoint, firm, prepare });
      results.push({ name, declared: endpoint.crossings, counted });
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message.slice(0, MOST_SHOWN) : error}`);
    }
  }
  if (failures.length > 0) throw new Error(`Prepared calls failed:\n${failures.join('\n')}`);
  return results;
}

const MOST_SHOWN = 300;

type NamedCall = { name: string; endpointName: string; prepare?: Prepare };

/** The variants first: the last prepared calls change the business itself. */
function listCalls(): NamedCall[] {
  const variants = Object.entries(VARIANTS).map(([name, one]) => ({ ...one, name, endpointName: one.name }));
  return [...variants, ...Object.keys(PREPARED_CALLS).map((name) => ({ name, endpointName: name }))];
}

type CountInput = { endpoint: DocumentedEndpoint; firm: Firm; prepare: Prepare | undefined };

async function countCall(origin: string, { endpoint, firm, prepare }: CountInput): Promise<Counted> {
  const { path, init } = await prepareCall(endpoint, firm, prepare);
  // So that the instance knows the rate cards and their names.
  for (const read of ['bookings?limit=50', 'available-dumpster-types']) await firm.owner.get(read);
  const headers = { ...init.headers, [DELAY_HEADER]: String(CROSSING_MS) };
  const reply = await askWorker(origin, path, { ...init, headers });
  if (reply.status !== endpoint.status) throw new Error(`${reply.status} ${reply.text}`);
  return JSON.parse(reply.headers.get(COUNTS_HEADER) ?? '') as Counted;
}

/** What staff and customers call most, as in docs/measuring.md. */
const FREQUENT: readonly (readonly [string, string])[] = [
  ['list of bookings', 'listBookings'],
  ['one booking', 'getBooking'],
  ['page of a booking', 'getBookingPage'],
  ['clients', 'listClients'],
  ['transactions', 'listTransactions'],
  ['palette', 'searchPalette'],
  ['current user', 'getCurrentUser'],
  ['Today', 'getToday'],
  ['dashboard', 'getDashboard'],
  ['board of a day', 'getBoard'],
  ['history of a booking', 'listBookingHistory'],
  ['price proposal', 'getPriceProposal'],
  ['booking options', 'listBookingOptions'],
  ['payments of a booking', 'getBookingPayments'],
  ['PATCH of a booking', 'updateBooking'],
  ['preview of a change', 'the preview of a change'],
  ['change confirmed', 'makeBookingChange'],
  ['sign-in', 'login'],
  ['create-payment-intent', 'createPaymentIntent'],
  ['availability', 'listAvailableDumpsterTypes'],
  ['next date', 'getNextAvailableDate'],
  ['service area', 'getServiceArea'],
  ['catalog', 'getCatalog'],
];

const HEAD = ['call', 'all', 'writes', 'in a row', 'ms'];

/** Every endpoint with what it declares. */
export function hopsTable(hops: readonly Hops[]): string {
  const rows = hops.map((one) => [
    ...cellsOf(one.name, one),
    String(one.declared),
    verdictOf(one.counted.inARow <= one.declared),
  ]);
  return alignedTable([[...HEAD, 'declared', 'at most'], ...rows]);
}

export function frequentTable(hops: readonly Hops[]): string {
  const rows = FREQUENT.flatMap(([label, name]) =>
    hops.filter((one) => one.name === name).map((one) => cellsOf(label, one)),
  );
  return alignedTable([HEAD, ...rows]);
}

function cellsOf(label: string, { counted }: Hops): string[] {
  const { all, writes, inARow, ms } = counted;
  return [label, ...[all, writes, inARow, ms].map(String)];
}
