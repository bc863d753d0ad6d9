import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { forgetCardNames } from '#worker/catalog/labels.ts';
import { dropTables, rows, testEnv } from './world.ts';

/** Tests of sessions use low numbers without an account. */
const MIN_ACCOUNTS = 20;
/** A test of a restore raises the numbers of accounts; it has few before that. */
const RAISED_BY = 10_000;

/** Test files share one runtime. Each starts with empty storage, a new Stripe emulator and the migrations. */
await Promise.all([endSessions(), emptyNamespacesAndBucket()]);
forgetCardNames();
await dropTables();
await fetch('https://new-stripe.test/');
await applyD1Migrations(env.DB, env.MIGRATIONS);

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

async function emptyNamespacesAndBucket(): Promise<void> {
  const { FLAGS, CATALOG, BACKUPS } = testEnv;
  const files = await BACKUPS.list();
  await Promise.all([
    ...[FLAGS, CATALOG].map(emptyNamespace),
    BACKUPS.delete(files.objects.map(({ key }) => key)),
  ]);
}

async function emptyNamespace(namespace: KVNamespace): Promise<void> {
  const { keys } = await namespace.list();
  await Promise.all(keys.map(({ name }) => namespace.delete(name)));
}
