import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { LegalText } from '#domain/rental/terms.ts';
import type { Db } from '#worker/base/db/client.ts';
import { termsVersions } from '#worker/base/db/schema/business.ts';
import { nameOf } from '#worker/base/history/repo.ts';

export type StoredText = typeof termsVersions.$inferSelect;

const NEWEST_FIRST = [desc(termsVersions.publishedAt), desc(sql`rowid`)];

/** The newest version; null while none is stored. */
export async function findCurrentText(db: Db, type: LegalText): Promise<StoredText | null> {
  const [row] = await db
    .select()
    .from(termsVersions)
    .where(eq(termsVersions.type, type))
    .orderBy(...NEWEST_FIRST)
    .limit(1);
  return row ?? null;
}

export async function findText(db: Db, type: LegalText, version: string): Promise<StoredText | null> {
  const [row] = await db
    .select()
    .from(termsVersions)
    .where(and(eq(termsVersions.type, type), eq(termsVersions.version, version)));
  return row ?? null;
}

/** All versions with the names of their authors, newest first. */
export function listVersions(db: Db) {
  const { type, version, publishedAt, publishedBy } = termsVersions;
  const author = sql<string | null>`${nameOf(sql`${publishedBy}`)}`;
  return db
    .select({ type, version, publishedAt, author })
    .from(termsVersions)
    .orderBy(...NEWEST_FIRST);
}

/** Does nothing when the version is stored already. */
export async function insertFirstText(db: Db, row: StoredText): Promise<void> {
  await db.insert(termsVersions).values(row).onConflictDoNothing();
}

/** True while this version is the current one of its type. */
export function isCurrentText(type: StoredText['type'], version: string): SQL {
  return sql`${version} = (
    SELECT version FROM terms_versions WHERE type = ${type} ORDER BY published_at DESC, rowid DESC LIMIT 1)`;
}

/** For a batch. */
export function insertText(db: Db, row: StoredText) {
  return db.insert(termsVersions).values(row);
}
