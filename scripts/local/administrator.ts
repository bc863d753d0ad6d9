import { randomBytes } from 'node:crypto';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import type { Database } from './migrate.ts';
import type { SavedSettings } from './state.ts';

export type Administrator = { id: number; username: string; password: string };

/**
 * The demo's administrator: made at the first start, found again by its id later (its owner may have renamed it).
 * A password that is given replaces the one before; none given, the one from before is kept, or a random one made.
 */
export async function ensureAdministrator(
  database: Database,
  kept: SavedSettings,
  { given, nowMs }: { given: string | null; nowMs: number },
): Promise<Administrator> {
  const password = given ?? kept.adminPassword ?? randomBytes(12).toString('base64url');
  const known = await database
    .prepare('SELECT id, username FROM users WHERE id = ?')
    .bind(kept.adminId ?? 0)
    .first<{ id: number; username: string }>();
  if (known && password === kept.adminPassword) return { ...known, password };
  const hash = await hashPassword(password);
  if (known) {
    await database.prepare('UPDATE users SET password = ? WHERE id = ?').bind(hash, known.id).run();
    return { ...known, password };
  }
  const made = await insertAdministrator(database, {
    username: 'admin',
    email: 'admin@example.com',
    hash,
    nowMs,
  });
  return { ...made, password };
}

/** The active drivers of the demo with their sign-ins, found by their ids: their usernames may have changed. */
export async function findDrivers(
  database: Database,
  { drivers = [] }: SavedSettings,
): Promise<{ username: string; password: string }[]> {
  const { results } = await database
    .prepare("SELECT id, username FROM users WHERE role = 'driver' AND is_active = 1 ORDER BY id")
    .all<{ id: number; username: string }>();
  return results.flatMap(({ id, username }) => {
    const kept = drivers.find((driver) => driver.id === id);
    return kept ? [{ username, password: kept.password }] : [];
  });
}

export type NewAdministrator = { username: string; email: string; hash: string; nowMs: number };

export async function insertAdministrator(
  database: Database,
  { username, email, hash, nowMs }: NewAdministrator,
) {
  const made = await database
    .prepare(
      `INSERT INTO users (username, email, password, role, is_active, created_at)
       VALUES (?, ?, ?, 'super_admin', 1, ?) RETURNING id, username`,
    )
    .bind(username, email, hash, nowMs)
    .first<{ id: number; username: string }>();
  if (!made) throw new Error('The administrator was not stored.');
  return made;
}
