import { type SQL, sql } from 'drizzle-orm';
import type { SuggestionList } from '#contract/search-suggestions.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows } from '#worker/base/db/rows.ts';
import { allOf, type SearchIndex } from '#worker/base/lists/list-repo.ts';
import { findBookingSearchIndex } from '#worker/bookings/list/repo.ts';
import { searchIndexOfClients } from '#worker/office/clients/repo.ts';

/** Matches of a near word are counted up to this number. */
const MAX_COUNTED = 50;
const MAX_NEAR = 20;
/** Of the rows with a word of the same beginning, the latest ones are read. */
const MAX_ROWS_BY_BEGINNING = 1000;

type Source = {
  pieces: SQL;
  beginnings: SQL;
  /** The columns of the indexes with names, addresses and e-mail addresses. */
  columns: string;
  /** The row of an entry of the index of beginnings, and its words as they were typed. */
  row: SQL;
  text: SQL;
  find: (text: string, today: Day) => SearchIndex | undefined;
};

const SOURCES: Readonly<Record<SuggestionList, Source>> = {
  bookings: {
    pieces: sql`bookings_search`,
    beginnings: sql`bookings_words`,
    columns: '{customer email address city}',
    row: sql`bookings r ON r.id = bookings_words.rowid`,
    text: sql`r.first_name || ' ' || r.last_name || ' ' || coalesce(r.company, '') || ' ' || coalesce(r.email, '')
      || ' ' || r.address || ' ' || r.city`,
    find: (search, today) => findBookingSearchIndex({ search }, today),
  },
  clients: {
    pieces: sql`clients_search`,
    beginnings: sql`clients_words`,
    columns: '{customer email city}',
    row: sql`clients r ON r.id = clients_words.rowid % 100000000`,
    text: sql`r.first_name || ' ' || r.last_name || ' ' || r.email || ' ' || r.city`,
    find: (search) => searchIndexOfClients(search),
  },
};

const WORD = { word: sql<string>`word` };

/** The words that are nowhere in the list; each has three characters or more. */
export async function listUnknownWords(db: Db, list: SuggestionList, words: readonly string[]) {
  const { pieces } = SOURCES[list];
  const unknown = await readRows(
    db,
    WORD,
    (columns) => sql`
      SELECT ${columns} FROM (SELECT value AS word FROM json_each(${JSON.stringify(words)}))
      WHERE NOT EXISTS (SELECT 1 FROM ${pieces} WHERE ${pieces} MATCH '"' || word || '"')`,
  );
  return unknown.map(({ word }) => word);
}

const NEAR = { ...WORD, count: sql<number>`matches`, text: sql<string>`text` };

/** Those of the words that are in the list: how often, up to MAX_COUNTED, and the text of the latest row. */
export function listPresentWords(db: Db, list: SuggestionList, words: readonly string[]) {
  const { beginnings, columns: searched, row, text } = SOURCES[list];
  const match = sql`${beginnings} MATCH ${`${searched} : "`} || word || '"'`;
  return readRows(
    db,
    NEAR,
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT word, matches, (
          SELECT ${text} FROM ${beginnings} CROSS JOIN ${row} WHERE ${match} ORDER BY ${beginnings}.rowid DESC LIMIT 1
        ) AS text
        FROM (
          SELECT value AS word, (
            SELECT count(*) FROM (
              SELECT 1 FROM ${beginnings} WHERE ${beginnings} MATCH ${`${searched} : "`} || value || '"' ${limitTo(MAX_COUNTED)})
          ) AS matches
          FROM json_each(${JSON.stringify(words)}))
        WHERE matches > 0 ORDER BY matches DESC ${limitTo(MAX_NEAR)})`,
  );
}

/** The texts of the latest rows with a word that begins so. */
export async function listTextsByBeginning(
  db: Db,
  list: SuggestionList,
  beginning: string,
): Promise<string[]> {
  const { beginnings, columns: searched, row, text } = SOURCES[list];
  const rows = await readRows(
    db,
    { text: sql<string>`${text}` },
    (columns) => sql`
      SELECT ${columns} FROM ${beginnings} CROSS JOIN ${row}
      WHERE ${beginnings} MATCH ${`${searched} : "${beginning}" *`}
      ORDER BY ${beginnings}.rowid DESC ${limitTo(MAX_ROWS_BY_BEGINNING)}`,
  );
  return rows.map((each) => each.text);
}

/** Those of the searches that the list finds a row for, in their order. */
export async function listFoundSearches(
  db: Db,
  list: SuggestionList,
  { searches, today }: { searches: readonly string[]; today: Day },
): Promise<string[]> {
  const queries = searches.flatMap((search, position) => {
    const found = SOURCES[list].find(search, today);
    return found
      ? [
          sql`SELECT ${position} AS position WHERE EXISTS (SELECT 1 FROM ${found.from} WHERE ${allOf(found.where)})`,
        ]
      : [];
  });
  if (queries.length === 0) return [];
  const rows = await readRows(
    db,
    { position: sql<number>`position` },
    (columns) => sql`SELECT ${columns} FROM (${sql.join(queries, sql` UNION ALL `)}) ORDER BY position`,
  );
  return rows.map(({ position }) => searches[position] ?? '');
}
