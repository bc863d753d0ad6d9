import Stripe from 'stripe';
import '#worker/entry/intents.ts';
import { forgetCardNames } from '#worker/catalog/labels.ts';
import { isAsMigrated, migrateAgain } from './migrated.ts';
import { dropTables, emptyTables, rows, testEnv } from './world.ts';

/** Tests of sessions use low numbers without an account. */
const MIN_ACCOUNTS = 20;
/** A test of a restore raises the numbers of accounts; it has few before that. */
const RAISED_BY = 10_000;

/** Waits before work after a reply, and before a call to Stripe is repeated, are this much shorter. */
const HASTE = 50;

/** Test files share one runtime. Each starts with empty storage, a new Stripe emulator and the migrations. */
await Promise.all([endSessions(), emptyNamespacesAndBuckets()]);
forgetCardNames();
await fetch('https://new-stripe.test/');
await emptyDatabase();
shortenWaits();

/** Making the schema takes ten times as long as emptying it, and few files change it. */
async function emptyDatabase(): Promise<void> {
  // Numbers begin at 1 again, and no total is left.
  if (await isAsMigrated()) return emptyTables(['DELETE FROM totals', 'DELETE FROM sqlite_sequence']);
  await dropTables();
  await migrateAgain();
}

/** Ends the sessions of every account of the last file: in this file, other accounts get the same ids. */
async function endSessions(): Promise<void> {
  const isUsed = await rows("SELECT 1 FROM sqlite_master WHERE name = 'users'");
  if (isUsed.length === 0) return;
  const [last] = await rows<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'users'");
  const count = Math.max((last?.seq ?? 0) % RAISED_BY, MIN_ACCOUNTS);
  const { SESSIONS } = testEnv;
  const objects = Array.from({ length: count }, (_, index) => SESSIONS.idFromName(`user:${index + 1}`));
  await Promise.all(objects.map((id) => SESSIONS.get(id).endAll(null)));
}

async function emptyNamespacesAndBuckets(): Promise<void> {
  const { FLAGS, CATALOG, BACKUPS, PHOTOS } = testEnv;
  await Promise.all([...[FLAGS, CATALOG].map(emptyNamespace), ...[BACKUPS, PHOTOS].map(emptyBucket)]);
}

async function emptyBucket(bucket: R2Bucket): Promise<void> {
  const { objects } = await bucket.list();
  await bucket.delete(objects.map(({ key }) => key));
}

async function emptyNamespace(namespace: KVNamespace): Promise<void> {
  const { keys } = await namespace.list();
  await Promise.all(keys.map(({ name }) => namespace.delete(name)));
}

function shortenWaits(): void {
  if (Object.hasOwn(scheduler, 'wait')) return;
  const wait = scheduler.wait.bind(scheduler);
  scheduler.wait = (ms, options) => wait(ms / HASTE, options);
  Stripe.prototype.getInitialNetworkRetryDelay = () => 0.5 / HASTE;
  Stripe.prototype.getMaxNetworkRetryDelay = () => 5 / HASTE;
}
