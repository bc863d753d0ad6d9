import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Db } from './client.ts';

export type Write = BatchItem<'sqlite'>;
/** What must hold when a batch runs. It reads keys and facts, never what the caller computed. */
export type BatchGuard = SQL;
/** Guards by name, in their order. */
export type Guards = Readonly<Record<string, BatchGuard | undefined>>;

/** The guards of one of several changes in a batch: their names begin with that of the change. */
export function withPrefix(prefix: string, guards: Guards): Guards {
  return Object.fromEntries(Object.entries(guards).map(([name, guard]) => [`${prefix}_${name}`, guard]));
}

/** A guard of a batch did not hold: nothing was written. */
export class GuardFailed extends Error {
  readonly guard: string;
  constructor(guard: string) {
    super(`The guard ${guard} did not hold`);
    this.guard = guard;
  }
}

/** Writes in their order, by name if their results are read. */
export type Writes = readonly Write[] | Readonly<Record<string, Write | readonly Write[]>>;
type ResultOf<W> = W extends readonly Write[]
  ? { -readonly [K in keyof W]: Awaited<W[K]> }
  : W extends Write
    ? Awaited<W>
    : never;
type Results<W> = W extends readonly Write[] ? ResultOf<W> : { [K in keyof W]: ResultOf<W[K]> };

export type Commit<W extends Writes> = { guards?: Guards; writes: W };

/**
 * Runs the writes in one transaction if every guard holds, in the order in which they are given. Throws GuardFailed with
 * the name of the first one that does not hold; then nothing is written. Returns the results as the writes were given.
 */
export async function commit<const W extends Writes>(
  { db }: { db: Db },
  { guards = {}, writes }: Commit<W>,
): Promise<Results<W>> {
  const held = Object.entries(guards).flatMap(([name, holds]) =>
    holds ? [guardStatement(db, name, holds)] : [],
  );
  const [first, ...others] = [...held, ...Object.values(writes).flat()] as Write[];
  const results = first ? await failingByGuard(() => db.batch([first, ...others])) : [];
  const rest = results.slice(held.length).values();
  const take = () => rest.next().value;
  const named = Object.entries(writes).map(([name, write]) => [
    name,
    Array.isArray(write) ? write.map(take) : take(),
  ]);
  if (Array.isArray(writes)) return named.map(([, result]) => result) as Results<W>;
  return Object.fromEntries(named);
}

/** A guard between the writes of a batch: it reads what the writes before it left. */
export function guardStatement(db: Db, name: string, holds: SQL): Write {
  return db.run(sql`INSERT INTO commit_guards (name, holds) VALUES (${name}, (${holds}))`);
}

/** Null when one of these guards did not hold: for callers to whom that means that nothing is to be done. */
export async function unlessGuarded<T>(names: readonly string[], write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof GuardFailed && names.includes(error.guard)) return null;
    throw error;
  }
}

const MAX_ATTEMPTS = 5;

/** Runs an attempt again while a guard of it fails: each one reads what it decides by. Throws the last failure. */
export async function retryGuarded<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GuardFailed) || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

async function failingByGuard<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw findGuardError(error) ?? error;
  }
}

/** D1's text of the trigger's error. Only its start: a statement in the text can contain what a customer typed. */
const GUARD_ERROR = /^D1_ERROR: guard:(\w+): SQLITE_CONSTRAINT\b/;

function findGuardError(error: unknown): GuardFailed | null {
  if (!(error instanceof Error)) return null;
  const name = GUARD_ERROR.exec(error.message)?.[1];
  return name === undefined ? findGuardError(error.cause) : new GuardFailed(name);
}
