import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { CatalogSection, RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { Write } from '#worker/base/db/commit.ts';
import {
  catalogRules,
  chargeItems,
  dumpsterSizes,
  materials,
  projectPresets,
  rates,
  rentalOptions,
  taxRules,
  zones,
} from '#worker/base/db/schema/catalog.ts';
import type { VersionedPart } from './draft-repo.ts';

/*
 * Writes for commit(). Its guard is that the draft is as the caller read it, and each batch gives what it writes a new
 * version.
 */

/** The author and instant of a change; without an author it was the system. */
export type Change = { userId: number | null; nowMs: number };

type SectionWriter = (db: Db, card: RateCard) => Write[];

/** Replaces the rows of a section with those of the card. */
export const SECTION_WRITERS: Readonly<Record<CatalogSection, SectionWriter>> = {
  rentalOptions: (db, card) => replaceEntries(db, rentalOptions, card.rentalOptions),
  dumpsterSizes: (db, card) => replaceEntries(db, dumpsterSizes, card.dumpsterSizes),
  materials: (db, card) => replaceEntries(db, materials, card.materials),
  projectPresets: (db, card) => replaceEntries(db, projectPresets, card.projectPresets),
  rates: (db, card) => [removeRates(db), insertRows(db, rates, card.rates)],
  chargeItems: (db, card) => replaceEntries(db, chargeItems, card.chargeItems),
  area: (db, { area }) => [
    updateRules(db, { areaMode: area.mode }),
    ...replaceEntries(db, zones, area.zones),
  ],
  taxRules: (db, card) => replaceEntries(db, taxRules, card.taxRules),
  calendar: (db, { calendar }) => [updateRules(db, calendar)],
  policy: (db, { policy }) => [updateRules(db, policy)],
};

/** Replaces all rows, in an order that breaks no foreign key on the way. */
export function replaceCard(db: Db, card: RateCard): Write[] {
  const { rates: writeRates, projectPresets: writePresets, ...others } = SECTION_WRITERS;
  return [
    removeRates(db),
    db.run(sql`DELETE FROM ${projectPresets}`),
    ...Object.values(others).flatMap((write) => write(db, card)),
    ...writePresets(db, card),
    ...writeRates(db, card),
  ];
}

/** Replaces the ZIP codes of all zones. The id of a zone is sent once, because D1 takes at most 2 MB in a value. */
export function replaceZoneZips(db: Db, zips: ZoneZips): Write[] {
  return [
    db.run(sql`DELETE FROM zone_zips`),
    db.run(sql`
      INSERT INTO zone_zips (from_zip, to_zip, zone)
      SELECT substr(codes.value, 1, 5), substr(codes.value, -5), zones.key
      FROM json_each(${JSON.stringify(zips)}) AS zones, json_each(zones.value) AS codes`),
  ];
}

function removeRates(db: Db): Write {
  return db.run(sql`DELETE FROM ${rates}`);
}

/** Deletes the entries that the list leaves out, inserts the new ones and updates the others; the order is the position. */
function replaceEntries(db: Db, table: SQLiteTable, entries: readonly { id: string }[]): Write[] {
  const ids = JSON.stringify(entries.map(({ id }) => id));
  return [
    db.run(sql`DELETE FROM ${table} WHERE id NOT IN (SELECT value FROM json_each(${ids}))`),
    insertRows(db, table, entries),
  ];
}

function insertRows(db: Db, table: SQLiteTable, entries: readonly object[]): Write {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const values = columns.map(([field]) =>
    field === 'position' ? sql`entry.key + 1` : sql`entry.value ->> ${field}`,
  );
  const keys = new Set([
    ...columns.filter(([, { primary }]) => primary).map(([, { name }]) => name),
    ...getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)),
  ]);
  const changed = columns
    .filter(([, { name }]) => !keys.has(name))
    .map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`);
  return db.run(sql`
    INSERT INTO ${table} (${sql.join(names, sql`, `)})
    SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(entries)}) AS entry WHERE true
    ON CONFLICT (${sql.join(
      [...keys].map((name) => sql.identifier(name)),
      sql`, `,
    )})
    DO UPDATE SET ${sql.join(changed, sql`, `)}`);
}

function updateRules(db: Db, values: Partial<typeof catalogRules.$inferInsert>): Write {
  return db.update(catalogRules).set(values);
}

/**
 * Deletes the rates of entries that a changed section no longer has; then 'rates' has a new version, too. Nothing for a
 * section that rates do not refer to.
 */
export function removeLostRates(
  db: Db,
  section: CatalogSection,
  { card, change }: { card: RateCard; change: Change },
): Write[] {
  const column = RATE_COLUMNS[section];
  if (!column) return [];
  const ids = JSON.stringify((card[section] as { id: string }[]).map(({ id }) => id));
  const isLost = sql`${column} NOT IN (SELECT value FROM json_each(${ids}))`;
  return [
    // The draft that was read does not say which of its rates are lost.
    db.run(sql`
      INSERT INTO catalog_sections (section, version, changed_by, changed_at)
      SELECT 'rates', 1, ${change.userId}, ${change.nowMs} WHERE EXISTS (SELECT 1 FROM rates WHERE ${isLost})
      ON CONFLICT (section) DO UPDATE SET version = version + 1, changed_by = excluded.changed_by,
        changed_at = excluded.changed_at`),
    db.run(sql`DELETE FROM rates WHERE ${isLost}`),
  ];
}

const RATE_COLUMNS: Partial<Record<CatalogSection, SQL>> = {
  rentalOptions: sql`rental_option`,
  dumpsterSizes: sql`dumpster_size`,
  materials: sql`material`,
};

/** Creates the draft of the published version, if there is none. */
export function insertDraftIfNone(db: Db, nowMs: number): Write {
  return db.run(sql`
    INSERT INTO rate_cards (status, base_id, created_at)
    SELECT 'draft', id, ${nowMs} FROM rate_cards WHERE status = 'published'
      AND NOT EXISTS (SELECT 1 FROM rate_cards WHERE status = 'draft')`);
}

/** True in a statement while a part of the draft has this version; parts that were never edited have version 0. */
export function isVersion(part: VersionedPart, version: number): SQL {
  return sql`coalesce((SELECT version FROM catalog_sections WHERE section = ${part}), 0) = ${version}`;
}

export function incrementVersion(db: Db, part: VersionedPart, { userId, nowMs }: Change): Write {
  return db.run(sql`
    INSERT INTO catalog_sections (section, version, changed_by, changed_at)
    VALUES (${part}, 1, ${userId}, ${nowMs})
    ON CONFLICT (section) DO UPDATE SET version = version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`);
}

/** Gives every part of the draft a new version, so that no ETag from before is accepted. */
export function incrementAllVersions(db: Db, { userId, nowMs }: Change): Write {
  const parts: VersionedPart[] = [...(Object.keys(SECTION_WRITERS) as CatalogSection[]), 'zoneZips'];
  return db.run(sql`
    INSERT INTO catalog_sections (section, version, changed_by, changed_at)
    SELECT value, 1, ${userId}, ${nowMs} FROM json_each(${JSON.stringify(parts)}) WHERE true
    ON CONFLICT (section) DO UPDATE SET version = version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`);
}
