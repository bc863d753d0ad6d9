import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type Stripe from 'stripe';
import type { CreatedRange } from '#emulators/stripe/http/shapes.ts';
import { openDatabase } from '../database.ts';
import { SCHEMA } from './schema.ts';

/** The stored objects, by the value of their `object`. */
export interface Kinds {
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  webhook_endpoint: Stripe.WebhookEndpoint;
}
export type Kind = keyof Kinds;
export type Stored = Kinds[Kind];

export interface ListQuery {
  /** Exact values of attributes: `{ customer: 'cus_1' }`; a list matches any of its values. */
  where?: Record<string, string | string[] | undefined>;
  /** A further condition in SQL over the column `json`. */
  condition?: string | undefined;
  created?: CreatedRange | undefined;
  /** Positions in the store, both exclusive. */
  below?: number | undefined;
  above?: number | undefined;
  limit?: number;
}

/** Objects as Stripe returns them, each with data that Stripe does not return (`hidden`). */
export class Store {
  readonly database: DatabaseSync;

  constructor(file: string) {
    this.database = openDatabase(file, SCHEMA);
  }

  /** Commits all changes of `work` together, or none if it throws. */
  transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | null {
    const row = this.database.prepare('SELECT json FROM objects WHERE id = ? AND kind = ?').get(id, kind);
    return row ? (JSON.parse(String(row.json)) as Kinds[K]) : null;
  }

  save<O extends Stored>(object: O): O {
    this.database
      .prepare(
        `INSERT INTO objects (id, kind, created, json) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
      )
      .run(object.id, object.object, 'created' in object ? object.created : 0, JSON.stringify(object));
    return object;
  }

  remove(id: string): void {
    this.database.prepare('DELETE FROM objects WHERE id = ?').run(id);
  }

  hidden<T extends object>(id: string): Partial<T> {
    const row = this.database.prepare('SELECT hidden FROM objects WHERE id = ?').get(id);
    return row ? (JSON.parse(String(row.hidden)) as Partial<T>) : {};
  }

  hide<T extends object>(id: string, change: Partial<T>): void {
    const hidden = JSON.stringify({ ...this.hidden<T>(id), ...change });
    this.database.prepare('UPDATE objects SET hidden = ? WHERE id = ?').run(hidden, id);
  }

  /** The position of an object in the order of creation. */
  position(kind: Kind, id: string): number | null {
    const row = this.database.prepare('SELECT seq FROM objects WHERE id = ? AND kind = ?').get(id, kind);
    return row ? Number(row.seq) : null;
  }

  /** Newest first; with `above` the ones just newer than it. */
  list<K extends Kind>(kind: K, query: ListQuery = {}): Kinds[K][] {
    const { conditions, values } = conditionsOf(query);
    const order = query.above === undefined ? 'DESC' : 'ASC';
    const sql = `SELECT json FROM objects WHERE ${['kind = ?', ...conditions].join(' AND ')} ORDER BY seq ${order} LIMIT ?`;
    const rows = this.database.prepare(sql).all(kind, ...values, query.limit ?? -1);
    const objects = rows.map((row) => JSON.parse(String(row.json)) as Kinds[K]);
    return order === 'ASC' ? objects.reverse() : objects;
  }

  /** The charges without a balance transaction: see settleCharges. */
  unsettledChargeIds(): string[] {
    const rows = this.database
      .prepare(`SELECT id FROM objects WHERE kind = 'charge' AND hidden ->> 'isUnsettled' = 1`)
      .all();
    return rows.map((row) => String(row.id));
  }

  setting<T>(name: string): T | null {
    const row = this.database.prepare('SELECT json FROM settings WHERE name = ?').get(name);
    return row ? (JSON.parse(String(row.json)) as T) : null;
  }

  saveSetting(name: string, value: unknown): void {
    this.database
      .prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json')
      .run(name, JSON.stringify(value));
  }

  close(): void {
    this.database.close();
  }
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function conditionsOf(query: ListQuery): { conditions: string[]; values: SQLInputValue[] } {
  const conditions: string[] = query.condition ? [query.condition] : [];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...given: SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  for (const [name, wanted] of Object.entries(query.where ?? {})) {
    if (wanted === undefined) continue;
    const options = typeof wanted === 'string' ? [wanted] : wanted;
    add(`json ->> '${name}' IN (${options.map(() => '?').join(', ')})`, ...options);
  }
  for (const [name, sign] of Object.entries(COMPARISONS)) {
    const bound = query.created?.[name as keyof CreatedRange];
    if (bound !== undefined) add(`created ${sign} ?`, bound);
  }
  if (query.below !== undefined) add('seq < ?', query.below);
  if (query.above !== undefined) add('seq > ?', query.above);
  return { conditions, values };
}
