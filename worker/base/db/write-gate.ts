import { STOPPED_WRITES } from '#domain/shared/restores.ts';
import type { Admission } from './admission.ts';
import { type ReadMemo, remembering } from './read-memo.ts';

type Session = Pick<D1DatabaseSession, 'prepare' | 'batch'>;
export type WriteGate = {
  /** Writes wait until the call is let in; after a refusal nothing more is read. */
  admission?: Admission | undefined;
  /** For the steps after a restore: they write although all others may not. */
  worksInMaintenance?: boolean | undefined;
  /** What the call has read since its last write. */
  memo?: ReadMemo | undefined;
};

/** No write is made, because the system is in maintenance: a restore must be the only writer. */
class WritesStopped extends Error {
  override readonly name = 'WritesStopped';
}

/** Whether writes were stopped, also as the cause of a failed query. */
export function isWritesStopped(error: unknown): boolean {
  if (error instanceof WritesStopped) return true;
  return error instanceof Error && isWritesStopped(error.cause);
}

/** Fails the batch while `npm run maintenance -- on` has stopped writes; otherwise it inserts nothing. */
const GUARD = `INSERT INTO commit_guards (name, holds)
  SELECT 'not_restoring', 0 WHERE EXISTS (SELECT 1 FROM cursors WHERE name = '${STOPPED_WRITES}')`;
/** Only the start of D1's text: the rest can contain what a customer typed. */
const STOPPED = /^D1_ERROR: guard:not_restoring: SQLITE_CONSTRAINT\b/;

const SELECT = /^\s*(?:select|pragma)\b/i;
const WITH = /^\s*with\b/i;
const WRITE = /\b(?:insert|update|delete|replace)\b/i;
/** A WITH can begin a write. One that only mentions one of these words counts as one. */
const isRead = (text: string) => SELECT.test(text) || (WITH.test(text) && !WRITE.test(text));

/**
 * The session, whose writes pass here, alone or in a batch: they wait for the admission of their call, and fail with
 * WritesStopped in maintenance, in the transaction itself. So an instance that does not know of it yet writes nothing.
 */
export function gateWrites(
  session: Session,
  { admission, worksInMaintenance = false, memo }: WriteGate,
): Session {
  const writes = new WeakMap<object, D1PreparedStatement>();
  const run = async <T>(statements: readonly D1PreparedStatement[]): Promise<D1Result<T>[]> => {
    await admission?.admitted;
    if (worksInMaintenance) return session.batch<T>([...statements]);
    try {
      memo?.forget();
      return (await session.batch<T>([session.prepare(GUARD), ...statements])).slice(1);
    } catch (error) {
      throw error instanceof Error && STOPPED.test(error.message) ? new WritesStopped() : error;
    } finally {
      memo?.forget();
    }
  };
  const gated = (statement: D1PreparedStatement): D1PreparedStatement => {
    const runAlone = async () => {
      const [result] = await run<Record<string, unknown>>([statement]);
      if (!result) throw new Error('A statement without a result');
      return result;
    };
    const methods: Partial<Record<string | symbol, unknown>> = {
      bind: (...values: unknown[]) => gated(statement.bind(...values)),
      run: runAlone,
      all: runAlone,
      raw: async () => (await runAlone()).results.map((row) => Object.values(row)),
      first: () => {
        throw new Error('Writes are run by run(), all() or raw()');
      },
    };
    const proxy = new Proxy(statement, {
      get: (target, name) => methods[name] ?? Reflect.get(target, name),
    });
    writes.set(proxy, statement);
    return proxy;
  };
  return {
    prepare(text) {
      if (admission?.isRefused) throw new Error('This call was refused');
      const statement = session.prepare(text);
      if (!isRead(text)) return gated(statement);
      return memo ? remembering(memo, text, statement) : statement;
    },
    async batch<T>(statements: D1PreparedStatement[]) {
      const plain = statements.map((statement) => writes.get(statement) ?? statement);
      return statements.some((statement) => writes.has(statement)) ? run<T>(plain) : session.batch<T>(plain);
    },
  };
}
