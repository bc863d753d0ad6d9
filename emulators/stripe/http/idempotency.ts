import type { Store } from '#emulators/stripe/store.ts';
import { rejectedRequest, StripeError } from './errors.ts';

/** A request that carries a key. */
export interface KeyedRequest {
  key: string;
  path: string;
  /** Equal for equal parameters. */
  fingerprint: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

const KEPT_MS = 25 * 3_600_000;

/** The stored replies by idempotency key, and the keys of running requests. */
export class IdempotencyKeys {
  readonly #store: Store;
  readonly #running = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Claims the key for one running request; the returned function releases it. */
  claim(key: string): () => void {
    if (key.length > 255) throw rejectedRequest(400, 'Idempotency keys may be at most 255 characters long.');
    if (this.#running.has(key)) {
      throw rejectedRequest(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        'idempotency_key_in_use',
      );
    }
    this.#running.add(key);
    return () => this.#running.delete(key);
  }

  /** The stored reply if the request is the same; another request with this key is refused. */
  find({ key, path, fingerprint }: KeyedRequest): StoredAnswer | null {
    const row = this.#store.database.prepare('SELECT * FROM idempotency WHERE key = ?').get(key);
    if (!row) return null;
    if (row.path !== path)
      throw mismatch(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${row.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (row.fingerprint !== fingerprint)
      throw mismatch(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    return { status: Number(row.status), body: String(row.body) };
  }

  keep({ key, path, fingerprint }: KeyedRequest, { status, body }: StoredAnswer, nowMs: number): void {
    this.#store.database.prepare('DELETE FROM idempotency WHERE at < ?').run(nowMs - KEPT_MS);
    this.#store.database
      .prepare('INSERT INTO idempotency (key, path, fingerprint, status, body, at) VALUES (?, ?, ?, ?, ?, ?)')
      .run(key, path, fingerprint, status, body, nowMs);
  }
}

function mismatch(message: string): StripeError {
  return new StripeError(400, { message, type: 'idempotency_error' }, 'refused');
}
