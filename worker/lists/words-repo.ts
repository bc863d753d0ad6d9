import { type SQL, sql } from 'drizzle-orm';
import type { Through } from './repo.ts';

/** A table's two indexes of words: pieces of three characters and more, and beginnings of words (migrations). */
export type WordIndex = { pieces: SQL; beginnings: SQL };

/**
 * Text to be found: in one column of the indexes, or in any. By its length as a piece or as the beginning of a
 * word, where `match` does not say.
 */
export type Sought = { column: string | null; text: string; match?: 'beginning' | 'word' };

const SHORTEST_PIECE = 3;
const PHONE = /^[\d\s().+/-]+$/;
const NUMBER = /^#(\d+)$/;

/** What a list is searched for: the text of its search box, and the texts of its filters (see findWords). */
type Search = {
  text: string | undefined;
  /** The column of the row's number, which '#29' means. */
  numberColumn?: string;
  filters?: readonly Sought[];
  known?: readonly Sought[];
};

/**
 * Where the rows are that fit a search and its filters; undefined when there is neither. Every word of the text must
 * be found, each in any column; so must the text as it stands, which may begin or end within a word. '#29' is the
 * number 29 and no other. A phone stays whole, because its groups follow each other.
 */
export function findSearched(index: WordIndex, search: Search): Through | undefined {
  const { text = '', numberColumn, filters = [], known = [] } = search;
  const words = PHONE.test(text) ? [text] : text.split(/\s+/);
  const terms = words.map((word) => termOf(word, numberColumn));
  if (terms.length === 1 || terms.every(isPiece)) return findWords(index, [...terms, ...filters], known);
  // The index of beginnings answers all of them at once; looking the short ones up among the matches of the
  // long ones would read every one of those.
  const beginnings = terms.map((term): Sought => ({ match: 'beginning', ...term }));
  const byWord = findWords(index, [...beginnings, ...filters], known);
  const phrase: Sought = { column: null, text };
  if (!byWord || !isPiece(phrase) || terms.some(({ match }) => match)) return byWord;
  const byPhrase = findWords(index, [phrase, ...filters], known);
  return byPhrase ? eitherOf(byWord, byPhrase) : byWord;
}

function termOf(word: string, numberColumn: string | undefined): Sought {
  const number = numberColumn && NUMBER.exec(word)?.[1];
  if (!number) return { column: null, text: word };
  return { column: numberColumn, text: String(BigInt(number)), match: 'word' };
}

function eitherOf(one: Through, other: Through): Through {
  const rowsOf = ({ from, id, where }: Through) =>
    sql`SELECT ${id} AS id FROM ${from} WHERE ${sql.join([...where], sql` AND `)}`;
  return { from: sql`(${rowsOf(one)} UNION ${rowsOf(other)}) AS searched`, id: sql`searched.id`, where: [] };
}

/**
 * Where the rows are that contain all of the texts; undefined when nothing is sought. `known` is what the rows
 * that are wanted contain for certain: with it the index passes over the others, which need not be read.
 */
function findWords(
  index: WordIndex,
  sought: readonly Sought[],
  known: readonly Sought[] = [],
): Through | undefined {
  const given = sought.filter(({ text }) => text !== '');
  const pieces = given.filter(isPiece).map(pieceExpression);
  const beginnings = given.filter((term) => !isPiece(term)).map(beginningExpression);
  if (pieces.length === 0 && beginnings.length === 0) return undefined;
  if (pieces.length === 0) {
    const all = [...beginnings, ...known.map(beginningExpression)];
    return { ...on(index.beginnings), where: [matching(index.beginnings, all)] };
  }
  const where = [matching(index.pieces, [...pieces, ...known.map(pieceExpression)])];
  if (beginnings.length > 0) {
    const rest = matching(index.beginnings, beginnings);
    where.push(sql`${index.pieces}.rowid IN (SELECT rowid FROM ${index.beginnings} WHERE ${rest})`);
  }
  return { ...on(index.pieces), where };
}

const on = (table: SQL) => ({ from: table, id: sql`${table}.rowid` });

function matching(table: SQL, expressions: string[]): SQL {
  return sql`${table} MATCH ${expressions.map((each) => `(${each})`).join(' AND ')}`;
}

/** Characters, not halves of them: a piece of the index is three of those. */
function isPiece({ text, match }: Pick<Sought, 'text' | 'match'>): boolean {
  return match === undefined && [...text].length >= SHORTEST_PIECE;
}

function pieceExpression({ column, text }: Sought): string {
  const phrase = inColumn(column, quoted(text));
  const digits = text.replace(/\D/g, '');
  const isPhone = column === null || column === 'phone';
  if (!isPhone || !PHONE.test(text) || digits === text || !isPiece({ text: digits })) return phrase;
  // A phone is also kept as bare digits, so that it is found however it is written.
  return `${phrase} OR ${inColumn('phone', quoted(digits))}`;
}

function beginningExpression({ column, text, match }: Sought): string {
  return inColumn(column, match === 'word' ? quoted(text) : `${quoted(text)} *`);
}

function inColumn(column: string | null, phrase: string): string {
  return column ? `${column} : ${phrase}` : phrase;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
