import { noSuch } from '#emulators/stripe/http/errors.ts';
import type { Deliveries } from '#emulators/stripe/webhooks/deliveries.ts';
import type { Kind, Kinds, Store } from './store.ts';

/** The API version that the stripe package is pinned to. */
export const API_VERSION = '2026-10-28.endive';

/** The database, clock and request that a route works with. */
export interface World {
  store: Store;
  deliveries: Deliveries;
  /** Milliseconds. */
  nowMs: number;
  /** Seconds, as on every object. */
  now: number;
  /** The API request that caused an event; both null when a bank or a timer caused it. */
  request: { id: string | null; idempotency_key: string | null };
}

/** Stripe's name of a kind and of its id parameter, for the error of a missing object. */
const NOUNS: Record<Kind, { noun: string; param: string }> = {
  balance_transaction: { noun: 'balance transaction', param: 'id' },
  charge: { noun: 'charge', param: 'charge' },
  customer: { noun: 'customer', param: 'id' },
  dispute: { noun: 'dispute', param: 'dispute' },
  event: { noun: 'event', param: 'id' },
  payment_intent: { noun: 'payment_intent', param: 'intent' },
  payment_method: { noun: 'PaymentMethod', param: 'payment_method' },
  'radar.early_fraud_warning': { noun: 'early fraud warning', param: 'early_fraud_warning' },
  refund: { noun: 'refund', param: 'refund' },
  setup_intent: { noun: 'setupintent', param: 'intent' },
  webhook_endpoint: { noun: 'webhook endpoint', param: 'webhook_endpoint' },
};

/** The object that the URL names. */
export function getByPath<K extends Kind>(world: World, kind: K, id: string): Kinds[K] {
  const found = world.store.find(kind, id);
  if (!found) throw noSuch(NOUNS[kind].noun, id, { param: NOUNS[kind].param, status: 404 });
  return found;
}

/** The object that a parameter names. */
export function getByParam<K extends Kind>(
  world: World,
  kind: K,
  [param, id]: [param: string, id: string],
): Kinds[K] {
  const found = world.store.find(kind, id);
  // A deleted customer can be read but not used.
  if (!found || 'deleted' in found) throw noSuch(NOUNS[kind].noun, id, { param });
  return found;
}

/** The object that another object refers to; it must exist. */
export function getLinked<K extends Kind>(
  world: World,
  kind: K,
  reference: string | { id: string },
): Kinds[K] {
  const id = typeof reference === 'string' ? reference : reference.id;
  const found = world.store.find(kind, id);
  if (!found) throw new Error(`The store has lost ${kind} ${id}.`);
  return found;
}

export function nounOf(kind: Kind): string {
  return NOUNS[kind].noun;
}
