import { and, desc, eq, sql } from 'drizzle-orm';
import type { LegalText } from '#domain/terms.ts';
import type { Db } from '#worker/db/client.ts';
import { termsVersions } from '#worker/db/schema/business.ts';
import { nameOf } from '#worker/history/repo.ts';
import { insertCatalogTask } from '#worker/notifications/outbox/repo.ts';

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

/**
 * Inserts a version, and the outbox row that updates the edge, if `replaces` is still the current one. Returns whether it
 * was inserted.
 */
export async function insertText(
  db: Db,
  row: StoredText,
  { replaces, outboxId }: { replaces: string; outboxId: string },
): Promise<boolean> {
  const insert = db.run(sql`
    INSERT INTO terms_versions (type, version, markdown, html, published_at, published_by)
    SELECT ${row.type}, ${row.version}, ${row.markdown}, ${row.html}, ${row.publishedAt}, ${row.publishedBy}
    WHERE ${replaces} = (
      SELECT version FROM terms_versions WHERE type = ${row.type} ORDER BY published_at DESC, rowid DESC LIMIT 1
    )`);
  const isStored = sql`EXISTS (
    SELECT 1 FROM terms_versions
    WHERE type = ${row.type} AND version = ${row.version} AND published_at = ${row.publishedAt})`;
  const task = { id: outboxId, subject: `${row.type} ${row.version}`, createdAt: row.publishedAt };
  const [inserted] = await db.batch([insert, insertCatalogTask(db, task, isStored)]);
  return inserted.meta.changes > 0;
}
