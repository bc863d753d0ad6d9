import type { Store } from '#emulators/stripe/store.ts';

export const WEBHOOK_MODES = ['deliver', 'hold', 'duplicate', 'reorder', 'bad-signature'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** The delivery of one event to one endpoint. */
export interface Delivery {
  seq: number;
  eventId: string;
  endpointId: string;
  state: 'delivered' | 'given_up' | 'held' | 'waiting';
  attempts: number;
  /** Milliseconds. */
  dueAtMs: number;
  /** The result of the last attempt: a status, or why there was none. */
  lastResult: string | null;
}

/** The stored webhook deliveries; webhooks.ts sends them. */
export class Deliveries {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get mode(): WebhookMode {
    return this.#store.setting<WebhookMode>('webhook-mode') ?? 'deliver';
  }

  set mode(mode: WebhookMode) {
    this.#store.saveSetting('webhook-mode', mode);
  }

  /** Queues the event, or holds it until a flush in the modes 'hold' and 'reorder'. */
  add(eventId: string, endpointId: string, dueAtMs: number): void {
    const isHeld = this.mode === 'hold' || this.mode === 'reorder';
    this.#store.database
      .prepare('INSERT INTO deliveries (event_id, endpoint_id, state, due_at) VALUES (?, ?, ?, ?)')
      .run(eventId, endpointId, isHeld ? 'held' : 'waiting', dueAtMs);
  }

  /** The oldest delivery that is due. */
  nextDue(nowMs: number): Delivery | null {
    return this.#select(`state = 'waiting' AND due_at <= ? ORDER BY seq LIMIT 1`, nowMs)[0] ?? null;
  }

  /** When the next one is due. */
  nextDueAtMs(): number | null {
    const row = this.#store.database
      .prepare(`SELECT min(due_at) AS at FROM deliveries WHERE state = 'waiting'`)
      .get();
    return row?.at === null || row?.at === undefined ? null : Number(row.at);
  }

  /** All deliveries that have neither succeeded nor failed finally, oldest first. */
  open(): Delivery[] {
    return this.#select(`state IN ('held', 'waiting') ORDER BY seq`);
  }

  /** The latest deliveries, newest first. */
  recent(limit: number): Delivery[] {
    return this.#select('TRUE ORDER BY seq DESC LIMIT ?', limit);
  }

  update(seq: number, change: Pick<Delivery, 'attempts' | 'dueAtMs' | 'lastResult' | 'state'>): void {
    this.#store.database
      .prepare('UPDATE deliveries SET state = ?, attempts = ?, due_at = ?, last_result = ? WHERE seq = ?')
      .run(change.state, change.attempts, change.dueAtMs, change.lastResult, seq);
  }

  forgetHeld(): void {
    this.#store.database.exec(
      `UPDATE deliveries SET state = 'given_up', last_result = 'forgotten' WHERE state = 'held'`,
    );
  }

  #select(condition: string, ...values: number[]): Delivery[] {
    const rows = this.#store.database.prepare(`SELECT * FROM deliveries WHERE ${condition}`).all(...values);
    return rows.map((row) => ({
      seq: Number(row.seq),
      eventId: String(row.event_id),
      endpointId: String(row.endpoint_id),
      state: row.state as Delivery['state'],
      attempts: Number(row.attempts),
      dueAtMs: Number(row.due_at),
      lastResult: row.last_result === null ? null : String(row.last_result),
    }));
  }
}
