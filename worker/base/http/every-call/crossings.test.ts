import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Env } from '#worker/base/env.ts';
import { forgetCardNames, loadLabels } from '#worker/catalog/labels.ts';
import { makeApp } from '#worker/entry/app.ts';
import { listUnprepared, PREPARED_CALLS, prepareCall, VARIANTS } from '#worker/test/calls/all.ts';
import { type Firm, makeFirm } from '#worker/test/calls/firm.ts';
import type { Prepare } from '#worker/test/calls/system.ts';
import { makeTestSystem } from '#worker/test/calls/test-system.ts';
import {
  CrossingLog,
  countFetches,
  countingEnv,
  warmUp,
  withProviders,
} from '#worker/test/crossings/crossings.ts';
import { inRounds } from '#worker/test/crossings/pace.ts';
import { ORIGIN } from '#worker/test/http.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';

const app = makeApp();
let env: Env;
let firm: Firm;
let endCounting = () => {};

beforeAll(async () => {
  await startOver();
  endCounting = countFetches();
  const made = await makeTestSystem();
  // The client of another key may have the global fetch from before.
  env = { ...made.env, STRIPE_SECRET_KEY: 'sk_test_counted' };
  firm = await makeFirm(made.system, { units: 12 });
});
afterAll(() => endCounting());

it('every endpoint has a prepared call', () => {
  expect(listUnprepared()).toEqual([]);
});

const NAMES = Object.keys(PREPARED_CALLS);
const IN_ORDER = NAMES.flatMap((name) => DOCUMENTED_ENDPOINTS.filter((endpoint) => endpoint.name === name));

it.each(IN_ORDER.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s makes as many crossings in a row as it declares',
  async (_name, endpoint) => {
    const { status, text, counts } = await count(endpoint);
    const isRefused = status >= 400;
    expect({ status, refusal: isRefused ? text : '' }).toEqual({ status: endpoint.status, refusal: '' });
    expect(counts.inARow, counts.names.join(', ')).toBe(endpoint.crossings);
  },
);

it.each(Object.entries(VARIANTS))('%s makes no more than its endpoint declares', async (_name, variant) => {
  const endpoint = DOCUMENTED_ENDPOINTS.find(({ name }) => name === variant.name);
  if (!endpoint) throw new Error(`There is no ${variant.name}`);
  const { status, counts } = await count(endpoint, variant.prepare);
  expect(status).toBe(endpoint.status);
  expect(counts.inARow, counts.names.join(', ')).toBeLessThanOrEqual(endpoint.crossings);
});

/** A prepared call at an instance that has been running for a while. */
async function count(endpoint: Endpoint, prepare?: Prepare) {
  const { path, init } = await prepareCall(endpoint, firm, prepare);
  const log = new CrossingLog(inRounds());
  const counted = countingEnv(env, log);
  await readCards();
  await warmUp(counted);
  const execution = createExecutionContext();
  const shortenWait = restoreRealWait();
  try {
    log.start();
    const request = new Request(`${ORIGIN}${path}`, init);
    const reply = await withProviders(log, async () => app.fetch(request, counted, execution));
    const counts = log.stop();
    reply.webSocket?.accept();
    reply.webSocket?.close();
    const text = new TextDecoder().decode(await reply.arrayBuffer());
    await waitOnExecutionContext(execution);
    return { status: reply.status, text, counts };
  } finally {
    shortenWait();
  }
}

/** An instance knows the calendar and the published rate card, and for a minute the names of the others. */
async function readCards() {
  await firm.visitor.get('available-dumpster-types');
  forgetCardNames();
  const cards = await rows<{ rateCardId: number }>(
    "SELECT id AS rateCardId FROM rate_cards WHERE status <> 'draft'",
  );
  const rental = { rentalType: '', dumpsterType: '', materialId: '' };
  await loadLabels(
    makeTestContext().ctx,
    cards.map((card) => ({ ...rental, ...card })),
  );
}

/** Without the shorter waits of other tests, work after the reply would begin before it. Returns a function that ends it. */
function restoreRealWait() {
  const shortened = scheduler.wait;
  Reflect.deleteProperty(scheduler, 'wait');
  return () => {
    scheduler.wait = shortened;
  };
}
