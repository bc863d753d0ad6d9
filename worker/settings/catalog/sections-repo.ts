import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { CatalogSection, RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import type { Db } from '#worker/db/client.ts';
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
} from '#worker/db/schema/catalog.ts';
import type { VersionedPart } from './draft-repo.ts';

/*
 * Statements for the batch that writes the draft. Each has a guard: a condition that is true only if the draft is as the
 * caller read it. The last statement of a batch makes the guard false, so that two batches with one guard cannot both
 * write.
 */

export type Statement = Parameters<Db['batch']>[0][number];

/** The author and instant of a change; without an author it was the system. */
export type Change = { userId: number | null; nowMs: number };

type SectionWriter = (db: Db, card: RateCard, guard: SQL) => Statement[];

/** Replaces the rows of a section with those of the card. */
export const SECTION_WRITERS: Readonly<Record<CatalogSection, SectionWriter>> = {
  rentalOptions: (db, card, guard) =>
    replaceEntries(db, rentalOptions, { entries: card.rentalOptions, guard }),
  dumpsterSizes: (db, card, guard) =>
    replaceEntries(db, dumpsterSizes, { entries: card.dumpsterSizes, guard }),
  materials: (db, card, guard) => replaceEntries(db, materials, { entries: card.materials, guard }),
  projectPresets: (db, card, guard) =>
    replaceEntries(db, projectPresets, { entries: card.projectPresets, guard }),
  rates: (db, card, guard) => [removeRates(db, guard), insertRows(db, rates, { entries: card.rates, guard })],
  chargeItems: (db, card, guard) => replaceEntries(db, chargeItems, { entries: card.chargeItems, guard }),
  area: (db, { area }, guard) => [
    updateRules(db, { areaMode: area.mode }, guard),
    ...replaceEntries(db, zones, { entries: area.zones, guard }),
  ],
  taxRules: (db, card, guard) => replaceEntries(db, taxRules, { entries: card.taxRules, guard }),
  calendar: (db, { calendar }, guard) => [updateRules(db, calendar, guard)],
  policy: (db, { policy }, guard) => [updateRules(db, policy, guard)],
};

/** Replaces all rows, in an order that breaks no foreign key on the way. */
export function replaceCard(db: Db, card: RateCard, guard: SQL): Statement[] {
  const { rates: writeRates, projectPresets: writePresets, ...others } = SECTION_WRITERS;
  return [
    removeRates(db, guard),
    db.run(sql`DELETE FROM ${projectPresets} WHERE ${guard}`),
    ...Object.values(others).flatMap((write) => write(db, card, guard)),
    ...writePresets(db, card, guard),
    ...writeRates(db, card, guard),
  ];
}

/** Replaces the ZIP codes of all zones. The id of a zone is sent once, because D1 takes at most 2 MB in a value. */
export function replaceZoneZips(db: Db, zips: ZoneZips, guard: SQL): Statement[] {
  return [
    db.run(sql`DELETE FROM zone_zips WHERE ${guard}`),
    db.run(sql`
      INSERT INTO zone_zips (from_zip, to_zip, zone)
      SELECT substr(codes.value, 1, 5), substr(codes.value, -5), zones.key
      FROM json_each(${JSON.stringify(zips)}) AS zones, json_each(zones.value) AS codes WHERE ${guard}`),
  ];
}

function removeRates(db: Db, guard: SQL): Statement {
  return db.run(sql`DELETE FROM ${rates} WHERE ${guard}`);
}

/** Deletes the entries that the list leaves out, inserts the new ones and updates the others; the order is the position. */
type Entries<T> = { entries: readonly T[]; guard: SQL };

function replaceEntries(
  db: Db,
  table: SQLiteTable,
  { entries, guard }: Entries<{ id: string }>,
): Statement[] {
  const ids = JSON.stringify(entries.map(({ id }) => id));
  return [
    db.run(sql`DELETE FROM ${table} WHERE id NOT IN (SELECT value FROM json_each(${ids})) AND ${guard}`),
    insertRows(db, table, { entries: entries, guard }),
  ];
}

function insertRows(db: Db, table: SQLiteTable, { entries, guard }: Entries<object>): Statement {
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
    SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(entries)}) AS entry WHERE ${guard}
    ON CONFLICT (${sql.join(
      [...keys].map((name) => sql.identifier(name)),
      sql`, `,
    )})
    DO UPDATE SET ${sql.join(changed, sql`, `)}`);
}

function updateRules(db: Db, values: Partial<typeof catalogRules.$inferInsert>, guard: SQL): Statement {
  return db.update(catalogRules).set(values).where(guard);
}

/**
 * Deletes the rates of entries that a changed section no longer has; then 'rates' has a new version, too. Nothing for a
 * section that rates do not refer to.
 */
export function removeLostRates(
  db: Db,
  section: CatalogSection,
  { card, guard, change }: { card: RateCard; guard: SQL; change: Change },
): Statement[] {
  const column = RATE_COLUMNS[section];
  if (!column) return [];
  const ids = JSON.stringify((card[section] as { id: string }[]).map(({ id }) => id));
  const isLost = sql`${column} NOT IN (SELECT value FROM json_each(${ids}))`;
  return [
    incrementVersion(db, 'rates', {
      ...change,
      guard: sql`${guard} AND EXISTS (SELECT 1 FROM rates WHERE ${isLost})`,
    }),
    db.run(sql`DELETE FROM rates WHERE ${isLost} AND ${guard}`),
  ];
}

const RATE_COLUMNS: Partial<Record<CatalogSection, SQL>> = {
  rentalOptions: sql`rental_option`,
  dumpsterSizes: sql`dumpster_size`,
  materials: sql`material`,
};

/** Creates the draft of the published version, if there is none. */
export function insertDraftIfNone(db: Db, guard: SQL, nowMs: number): Statement {
  return db.run(sql`
    INSERT INTO rate_cards (status, base_id, created_at)
    SELECT 'draft', id, ${nowMs} FROM rate_cards WHERE status = 'published' AND ${guard}
      AND NOT EXISTS (SELECT 1 FROM rate_cards WHERE status = 'draft')`);
}

/** True in a statement while a part of the draft has this version; parts that were never edited have version 0. */
export function isVersion(part: VersionedPart, version: number): SQL {
  return sql`coalesce((SELECT version FROM catalog_sections WHERE section = ${part}), 0) = ${version}`;
}

export function incrementVersion(
  db: Db,
  part: VersionedPart,
  { guard, userId, nowMs }: Change & { guard: SQL },
): Statement {
  return db.run(sql`
    INSERT INTO catalog_sections (section, version, changed_by, changed_at)
    SELECT ${part}, 1, ${userId}, ${nowMs} WHERE ${guard}
    ON CONFLICT (section) DO UPDATE SET version = version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`);
}

/** Gives every part of the draft a new version, so that no ETag from before is accepted. */
export function incrementAllVersions(db: Db, { guard, userId, nowMs }: Change & { guard: SQL }): Statement {
  const parts: VersionedPart[] = [...(Object.keys(SECTION_WRITERS) as CatalogSection[]), 'zoneZips'];
  return db.run(sql`
    INSERT INTO catalog_sections (section, version, changed_by, changed_at)
    SELECT value, 1, ${userId}, ${nowMs} FROM json_each(${JSON.stringify(parts)}) WHERE ${guard}
    ON CONFLICT (section) DO UPDATE SET version = version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`);
}
