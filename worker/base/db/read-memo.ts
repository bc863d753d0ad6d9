/**
 * What one call has read since its last write. A statement that is repeated with the same values gets the same rows: the
 * services of a call each read the booking that they work on, and none of them has changed it in between. A guard of the
 * commit notices what others changed (docs/decisions/0120-a-call-reads-a-row-once.md).
 */
export class ReadMemo {
  readonly #rows = new Map<string, Promise<RawRow[]>>();

  /** The rows of a statement. They are shared, and may not be changed. */
  read(key: string, run: () => Promise<RawRow[]>): Promise<RawRow[]> {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const rows = run();
    this.#rows.set(key, rows);
    // A failed read is tried again.
    rows.catch(() => this.#rows.delete(key));
    return rows;
  }

  /** To be called when something may have changed: around a write of the call, and after a call to Stripe. */
  forget(): void {
    this.#rows.clear();
  }
}

/** The values of the columns in their order. */
type RawRow = unknown[];

/** A statement that reads, whose rows come from the memo. */
export function remembering(
  memo: ReadMemo,
  text: string,
  statement: D1PreparedStatement,
): D1PreparedStatement {
  const withValues = (bound: D1PreparedStatement, values: readonly unknown[]): D1PreparedStatement =>
    new Proxy(bound, {
      get(target, name) {
        if (name === 'bind') return (...next: unknown[]) => withValues(target.bind(...next), next);
        if (name === 'raw') {
          // Not the text as JSON: that of a list is long.
          const key = `${JSON.stringify(values)} ${text}`;
          return () => memo.read(key, () => target.raw<RawRow>());
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return withValues(statement, []);
}
