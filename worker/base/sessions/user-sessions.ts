import { DurableObject } from 'cloudflare:workers';
import type { Role } from '#domain/accounts/access.ts';
import { DAY_MS } from '#domain/shared/days.ts';

const IDLE_MS = DAY_MS / 2;
const ABSOLUTE_MS = 7 * DAY_MS;
/** Drivers use their phones all day, and sign in rarely. Their sessions have no idle limit. */
const DRIVER_MS = 30 * DAY_MS;
/** A session that has not ended, by its age and its use. */
const IS_LIVE = `created_at > CASE role WHEN 'driver' THEN ?1 ELSE ?2 END AND (role = 'driver' OR last_seen_at > ?3)`;
const limitsAt = (nowMs: number) => [nowMs - DRIVER_MS, nowMs - ABSOLUTE_MS, nowMs - IDLE_MS] as const;
/** `lastSeenAt` is written at most once in this time. */
const SEEN_MS = 60_000;

/** The identity of a session; a change of it ends the session. */
export type Identity = { username: string; role: Role };
export type SessionRecord = { id: string; device: string; createdAt: number; lastSeenAt: number };
export type Opening = { id: string; tokenHash: string; identity: Identity; device: string; nowMs: number };

/** When sessions became submit-only, and when they end. */
export type Restriction = { atMs: number; untilMs: number };

type Row = SessionRecord & Identity & { restrictedAtMs: number | null };

/**
 * The sessions of one account. One object per account serializes all calls: once it has ended the sessions, no request
 * is accepted. It stores nothing before the first session is opened, so invented usernames cost no storage.
 */
export class UserSessions extends DurableObject {
  #isTableMade = false;
  #areTablesMade = false;

  open({ id, tokenHash, identity, device, nowMs }: Opening): void {
    this.#createTables();
    this.#dropOver(nowMs);
    this.ctx.storage.sql.exec(
      'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      tokenHash,
      identity.username,
      identity.role,
      device,
      nowMs,
      nowMs,
    );
  }

  /** The identity of a token's live session; null when there is none. */
  check(tokenHash: string, nowMs: number): (Identity & { id: string; restrictedAtMs: number | null }) | null {
    const row = this.#live(nowMs, 'AND token_hash = ?5', tokenHash)[0];
    if (!row) return null;
    if (nowMs - row.lastSeenAt >= SEEN_MS) {
      this.ctx.storage.sql.exec('UPDATE sessions SET last_seen_at = ? WHERE id = ?', nowMs, row.id);
    }
    const { id, username, role, restrictedAtMs } = row;
    return { id, username, role, restrictedAtMs };
  }

  /** Whether the session may read: it has not ended, and is not submit-only. Does not count as use of the session. */
  isLive(id: string, nowMs: number): boolean {
    return this.#live(nowMs, 'AND id = ?5 AND restricted_at IS NULL', id).length > 0;
  }

  /** The live sessions, latest seen first. */
  list(nowMs: number): SessionRecord[] {
    return this.#live(nowMs, 'ORDER BY last_seen_at DESC, created_at DESC').map(
      ({ id, device, createdAt, lastSeenAt }) => ({ id, device, createdAt, lastSeenAt }),
    );
  }

  /** Makes all sessions submit-only from a time on, until they end. Those that already are keep their times. */
  restrict({ atMs, untilMs }: Restriction): void {
    if (!this.#hasTable()) return;
    this.#createTables();
    this.ctx.storage.sql.exec(
      'INSERT INTO restrictions SELECT id, ?, ? FROM sessions WHERE true ON CONFLICT DO NOTHING',
      atMs,
      untilMs,
    );
  }

  /** Ends a session. Returns whether it existed. */
  end(id: string): boolean {
    if (!this.#hasTable()) return false;
    return this.ctx.storage.sql.exec('DELETE FROM sessions WHERE id = ?', id).rowsWritten > 0;
  }

  /** Ends all sessions, or all but one. */
  endAll(exceptId: string | null): void {
    if (this.#hasTable()) this.ctx.storage.sql.exec('DELETE FROM sessions WHERE id IS NOT ?', exceptId);
  }

  #live(nowMs: number, and: string, ...values: string[]): Row[] {
    if (!this.#hasTable()) return [];
    // For accounts that signed in before the second table existed.
    this.#createTables();
    return this.ctx.storage.sql
      .exec<Row>(
        `SELECT id, username, role, device, created_at AS createdAt, last_seen_at AS lastSeenAt,
           restricted_at AS restrictedAtMs
         FROM sessions LEFT JOIN restrictions ON session_id = id
         WHERE ${IS_LIVE} AND (ends_at IS NULL OR ends_at > ?4) ${and}`,
        ...limitsAt(nowMs),
        nowMs,
        ...values,
      )
      .toArray();
  }

  #dropOver(nowMs: number): void {
    this.ctx.storage.sql.exec(`DELETE FROM sessions WHERE NOT (${IS_LIVE})`, ...limitsAt(nowMs));
  }

  /** Once an instance: every request checks a session, and a statement that can write takes longer than the check. */
  #createTables(): void {
    if (this.#areTablesMade) return;
    this.ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS sessions (
        id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, username TEXT NOT NULL, role TEXT NOT NULL,
        device TEXT NOT NULL, created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS restrictions (
        session_id TEXT PRIMARY KEY, restricted_at INTEGER NOT NULL, ends_at INTEGER NOT NULL
      )`);
    this.#areTablesMade = true;
  }

  /** Every request asks. The table is never dropped. */
  #hasTable(): boolean {
    this.#isTableMade ||=
      this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").toArray().length > 0;
    return this.#isTableMade;
  }
}
