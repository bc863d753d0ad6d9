import type { Store } from '#emulators/stripe/store.ts';
import type { FormObject } from './form.ts';
import type { Actor } from './route.ts';

/** A call to /v1 as received. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: FormObject;
  /** Nested, every value text. */
  body: FormObject;
  by: Actor;
  idempotencyKey: string | null;
  /** ISO 8601, UTC. */
  at: string;
}

/** Every recorded call to /v1, for tests that check what the product requested. */
export class Requests {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  record(request: RecordedRequest): void {
    this.#store.database.prepare('INSERT INTO requests (json) VALUES (?)').run(JSON.stringify(request));
  }

  /** Oldest first. */
  list(): RecordedRequest[] {
    const rows = this.#store.database.prepare('SELECT json FROM requests ORDER BY seq').all();
    return rows.map((row) => JSON.parse(String(row.json)) as RecordedRequest);
  }

  forget(): void {
    this.#store.database.exec('DELETE FROM requests');
  }
}
