import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import type { Env } from '#worker/base/env.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call } from '#worker/test/http.ts';
import { addUser, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

/** Milliseconds: until the check of the session, of its answer's way back, of each read, until the sessions are ended. */
const moment = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  checkMs: fc.integer({ min: 0, max: 3 }),
  answerMs: fc.integer({ min: 0, max: 3 }),
  readMs: fc.integer({ min: 0, max: 3 }),
  endMs: fc.integer({ min: 0, max: 5 }),
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('a call whose session ends while it runs is refused if its check comes after the end, and then does nothing', async () => {
  await insertRow('bookings', 1, { first_name: 'Marisol' });
  const identity = { username: 'dana', role: 'admin' as const };
  const id = await addUser({ ...identity, password: 'correct horse' });
  const { sessions } = makeTestContext().ctx;
  const seen = { admitted: 0, refused: 0 };
  const countMessages = async () => (await rows('SELECT id FROM messages')).length;
  await fc.assert(
    fc.asyncProperty(moment, async ({ method, checkMs, answerMs, readMs, endMs }) => {
      const Cookie = `__Host-session=${await sessions.open(id, { identity, device: 'Test' })}`;
      const before = await countMessages();
      const log: ('check' | 'end')[] = [];
      const env = slowedEnv({
        check: async (run) => {
          await wait(checkMs);
          log.push('check');
          const found = await run();
          await wait(answerMs);
          return found;
        },
        read: () => wait(readMs),
      });
      const end = wait(endMs).then(async () => {
        await sessions.endAll(id, { exceptId: null });
        log.push('end');
      });
      const path = method === 'GET' ? '/api/bookings/1' : '/api/bookings/1/messages';
      const headers = { Cookie, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
      const body = method === 'GET' ? null : JSON.stringify({ content: 'Gate code 4711' });
      const reply = await call(path, { method, headers, body }, env);
      const text = await reply.text();
      await end;
      const isAdmitted = reply.status < 400;
      if (log[0] === 'end') expect(reply.status).toBe(401);
      if (!isAdmitted) expect(JSON.parse(text)).toMatchObject({ code: 'unauthenticated' });
      expect(text.includes('Marisol')).toBe(isAdmitted && method === 'GET');
      expect(await countMessages()).toBe(before + (isAdmitted && method === 'POST' ? 1 : 0));
      seen[isAdmitted ? 'admitted' : 'refused'] += 1;
    }),
    randomRuns({ sample: 500, long: 5000 }),
  );
  // Both were tried.
  expect(Math.min(seen.admitted, seen.refused)).toBeGreaterThan(50);
});

type Slowed = { check: (run: () => Promise<unknown>) => Promise<unknown>; read: () => Promise<unknown> };

/** The bindings, with the check of sessions and the reads of the database as slow as they say. */
function slowedEnv({ check, read }: Slowed): Env {
  const SESSIONS = {
    idFromName: (name: string) => testEnv.SESSIONS.idFromName(name),
    get: (objectId: DurableObjectId) => {
      const object = testEnv.SESSIONS.get(objectId);
      return { check: (hash: string, nowMs: number) => check(() => object.check(hash, nowMs)) };
    },
  } as unknown as Env['SESSIONS'];
  const DB = {
    withSession: (consistency: string) => {
      const session = testEnv.DB.withSession(consistency);
      return {
        prepare: (text: string) => session.prepare(text),
        batch: async (statements: D1PreparedStatement[]) => {
          await read();
          return session.batch(statements);
        },
      };
    },
  } as unknown as Env['DB'];
  return { ...testEnv, SESSIONS, DB };
}
