/** The tables of the emulator's file. Times are milliseconds, `created` is seconds as Stripe shows it. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS objects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  created INTEGER NOT NULL,
  json TEXT NOT NULL,
  hidden TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (kind, json ->> 'customer', seq);
CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (kind, json ->> 'payment_intent', seq);
CREATE INDEX IF NOT EXISTS objects_by_charge ON objects (kind, json ->> 'charge', seq);
CREATE INDEX IF NOT EXISTS unsettled ON objects (id) WHERE kind = 'charge' AND hidden ->> 'isUnsettled' = 1;
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (at);
CREATE TABLE IF NOT EXISTS deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('held', 'waiting', 'delivered', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  last_result TEXT
);
CREATE INDEX IF NOT EXISTS deliveries_open ON deliveries (state, due_at) WHERE state IN ('held', 'waiting');
CREATE TABLE IF NOT EXISTS requests (seq INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, json TEXT NOT NULL);
`;
