import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { STOPPED_WRITES } from '#domain/shared/restores.ts';
import type { Env } from '#worker/base/env.ts';
import { readCookie, SESSION_COOKIE } from '#worker/base/http/cookies.ts';
import { readClaims, signClaims } from '#worker/base/sessions/claims.ts';
import { newToken } from '#worker/base/sessions/sessions.ts';
import { forgetCardNames, loadLabels } from '#worker/catalog/labels.ts';
import { makeApp } from '#worker/entry/app.ts';
import { listUnprepared, PREPARED_CALLS, prepareCall, VARIANTS } from '#worker/test/calls/all.ts';
import { type Firm, makeFirm } from '#worker/test/calls/firm.ts';
import type { CallInit } from '#worker/test/calls/system.ts';
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
  // The client of another key may have the global fetch from before.
  const made = await makeTestSystem({ STRIPE_SECRET_KEY: 'sk_test_counted' });
  env = made.env;
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
    const { path, init } = await prepareCall(endpoint, firm);
    if (isForSessions(endpoint)) await expectOnlyReadsWithoutSession(path, init);
    const isRepeatable = endpoint.method !== 'GET' && !ONCE.includes(endpoint.name);
    const stopped = isRepeatable ? await countStopped(path, init) : null;
    await readCards();
    const { status, text, counts } = await count(path, init);
    if (stopped) expect(stopped.status).toBe(counts.names.includes('DB write') ? 503 : status);
    const isRefused = status >= 400;
    expect({ status, refusal: isRefused ? text : '' }).toEqual({ status: endpoint.status, refusal: '' });
    expect(counts.inARow, counts.names.join(', ')).toBe(endpoint.crossings);
  },
);

it.each(Object.entries(VARIANTS))('%s makes no more than its endpoint declares', async (_name, variant) => {
  const endpoint = DOCUMENTED_ENDPOINTS.find(({ name }) => name === variant.name);
  if (!endpoint) throw new Error(`There is no ${variant.name}`);
  const { path, init } = await prepareCall(endpoint, firm, variant.prepare);
  await readCards();
  const { status, counts } = await count(path, init);
  expect(status).toBe(endpoint.status);
  expect(counts.inARow, counts.names.join(', ')).toBeLessThanOrEqual(endpoint.crossings);
});

/** They end a session or store an object before they write a row, and are another call when they are repeated. */
const ONCE = ['logout', 'endSession', 'endDriverSession', 'storeDriverPhoto'];

const isForSessions = ({ access }: Endpoint) => access !== 'public' && access !== 'signature';

/**
 * Without a live session a call is refused alike, with any claims in its cookie. With true claims it reads before it is refused
 * (but for calls that are checked first), without them it does not; nothing else happens.
 */
async function expectOnlyReadsWithoutSession(path: string, init: CallInit) {
  const token = readCookie(new Request(ORIGIN, init), SESSION_COOKIE) ?? '';
  const secret = String(env.STRIPE_SECRET_KEY);
  const claimed = readClaims(secret, token);
  if (!claimed) throw new Error('The prepared call has a session without claims');
  const ended = () => ({ ...claimed, token: `${claimed.userId}.${newToken()}` });
  const refusedWith = async (cookie: string) => {
    const headers = { ...init.headers, Cookie: `${SESSION_COOKIE}=${cookie}` };
    const { counts, text, ...reply } = await count(path, { ...init, headers });
    return { names: [...new Set(counts.names)], reply: { ...reply, ...JSON.parse(text), requestId: '' } };
  };
  const plain = await refusedWith(ended().token);
  expect(plain).toMatchObject({ reply: { status: 401, code: 'unauthenticated' }, names: ['SESSIONS read'] });
  expect(await refusedWith(signClaims('another secret', ended()))).toEqual(plain);
  const signed = signClaims(secret, ended());
  const { reply, names } = await refusedWith(signed);
  expect(reply).toEqual(plain.reply);
  expect(['DB read', 'SESSIONS read']).toEqual(expect.arrayContaining(names));
  // This instance has refused it before.
  expect(await refusedWith(signed)).toEqual(plain);
}

/** What a call does at an instance that does not know yet that writes are stopped. */
async function countStopped(path: string, init: CallInit) {
  await rows(`INSERT INTO cursors (name, reached_at) VALUES ('${STOPPED_WRITES}', 1)`);
  const stopped = await count(path, init);
  await rows('DELETE FROM cursors WHERE name = ?', STOPPED_WRITES);
  return stopped;
}

/** What a call does. The instance has read the maintenance flag. */
async function count(path: string, init: CallInit) {
  const log = new CrossingLog(inRounds());
  const counted = countingEnv(env, log);
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
    const { 'x-request-id': _id, ...headers } = Object.fromEntries(reply.headers);
    return { status: reply.status, headers, text, counts };
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
