import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Db } from './client.ts';

export type Write = BatchItem<'sqlite'>;
/** What must hold when the batch runs, by name. A guard reads keys and facts, never what the caller computed. */
export type Guards<Name extends string = string> = Readonly<Partial<Record<Name, SQL>>>;

/** A guard of a batch did not hold: nothing was written. */
export class GuardFailed extends Error {
  readonly guard: string;
  constructor(guard: string) {
    super(`The guard ${guard} did not hold`);
    this.guard = guard;
  }
}

type Named = Readonly<Record<string, Write>>;
type Results<Writes> = Writes extends readonly Write[]
  ? undefined
  : { [K in keyof Writes]: Awaited<Writes[K]> };

/**
 * Runs the writes in one transaction if every guard holds, in the order in which they are given. Throws GuardFailed with
 * the name of the first one that does not hold; then nothing is written. Writes given by name return their results by
 * name.
 */
export async function commit<const Writes extends readonly Write[] | Named>(
  { db }: { db: Db },
  { guards = {}, writes }: { guards?: Guards; writes: Writes },
): Promise<Results<Writes>> {
  const held = Object.entries(guards).flatMap(([name, holds]) =>
    holds ? guardStatement(db, name, holds) : [],
  );
  const statements: readonly Write[] = Array.isArray(writes) ? writes : Object.values(writes);
  const [first, ...others] = [...held, ...statements];
  if (!first) throw new Error('A commit without statements');
  const results = await failingByGuard(() => db.batch([first, ...others]));
  if (Array.isArray(writes)) return undefined as Results<Writes>;
  const named = Object.keys(writes).map((name, index) => [name, results[held.length + index]]);
  return Object.fromEntries(named) as Results<Writes>;
}

/** A guard between the writes of a batch: it reads what the writes before it left. */
export function guardStatement(db: Db, name: string, holds: SQL): Write {
  return db.run(sql`INSERT INTO commit_guards (name, holds) VALUES (${name}, (${holds}))`);
}

/** What commit() returned, or the guard that did not hold: for callers to whom that means that nothing is to be done. */
export async function unlessGuarded<T>(write: Promise<T>, ...names: string[]): Promise<T | GuardFailed> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof GuardFailed && names.includes(error.guard)) return error;
    throw error;
  }
}

async function failingByGuard<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw guardOf(error) ?? error;
  }
}

/** D1's text of the trigger's error. Only its start: a statement in the text can contain what a customer typed. */
const GUARD_ERROR = /^D1_ERROR: guard:(\w+): SQLITE_CONSTRAINT\b/;

function guardOf(error: unknown): GuardFailed | null {
  if (!(error instanceof Error)) return null;
  const name = GUARD_ERROR.exec(error.message)?.[1];
  return name === undefined ? guardOf(error.cause) : new GuardFailed(name);
}
