import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { interceptedDatabase } from './killed.ts';
import { ROWS } from './sample-rows.ts';
import { makeTestContext, rows, testEnv } from './world.ts';

type Act = (ctx: Context) => Promise<unknown>;
/** `failed`: the guards that failed, in order. `outcome`: 'ok' or the error code. `entries`: new actions in the history. */
type Violation = { failed: string[]; outcome: string; entries: string[] };

const FAILED_GUARD = /guard:(\w+): SQLITE_CONSTRAINT/;

/**
 * Runs `act` with a database in which `otherWriter` writes once, right before the first batch with the guard. Calls
 * through HTTP and contexts that `act` makes use the same database. Throws when no batch has the guard, and when a batch
 * that failed has changed a row. What `otherWriter` wrote is not in `entries`.
 */
export async function violate(guard: string, act: Act, otherWriter: () => Promise<unknown>) {
  const original = testEnv.DB;
  const failed: string[] = [];
  let before: number | null = null;
  let otherError: unknown = null;
  testEnv.DB = interceptedDatabase(original, async (execute, batch) => {
    if (before === null && batch?.statements.some((statement) => nameOf(statement) === guard)) {
      before = -1;
      await otherWriter().catch((error: unknown) => {
        otherError = error;
        throw error;
      });
      before = await lastEntry();
    }
    if (!batch || before === null || before < 0) return execute();
    const found = await dump();
    return execute().catch(async (error: unknown) => {
      const name = FAILED_GUARD.exec(`${error}`)?.[1];
      if (name) failed.push(name);
      expect(await dump()).toEqual(found);
      throw error;
    });
  });
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  try {
    const outcome = await outcomeOf(act(ctx));
    // The caller can turn it into an answer.
    if (otherError) throw otherError;
    if (before === null) throw new Error(`No batch has the guard ${guard}`);
    return { failed, outcome, entries: await listEntries(before) } satisfies Violation;
  } finally {
    testEnv.DB = original;
  }
}

/** The name of a guard; undefined for another statement of a batch. */
function nameOf(statement: D1PreparedStatement): unknown {
  const isGuard = String(Reflect.get(statement, 'statement')).startsWith('INSERT INTO commit_guards');
  return isGuard ? Reflect.get(statement, 'params')[0] : undefined;
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    const reply = await call;
    if (!(reply instanceof Response) || reply.ok) return 'ok';
    return (await reply.json<{ code: string }>()).code;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function lastEntry(): Promise<number> {
  const [row] = await rows<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM history');
  return row?.id ?? 0;
}

async function listEntries(afterId: number): Promise<string[]> {
  const found = await rows<{ action: string }>(
    'SELECT action FROM history WHERE id > ? ORDER BY id',
    afterId,
  );
  return found.map(({ action }) => action);
}

/** Every row of every table. */
async function dump() {
  const tables = Object.keys(ROWS);
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return Object.fromEntries(tables.map((table, index) => [table, results[index]?.results]));
}
