import { type SQL, sql } from 'drizzle-orm';
import type { SearchIndex } from './list-repo.ts';

/**
 * The two search indexes of a table: pieces of three or more characters, and beginnings of words (migrations).
 * `phoneColumn`: the column with phone numbers as typed and as bare digits; null in an index without phone numbers.
 * `columns`: the ones that are searched, such as '{customer address}'. Absent: all.
 */
export type WordIndex = { pieces: SQL; beginnings: SQL; phoneColumn: string | null; columns?: string };

/**
 * A text to find, in one column of the indexes or in any. Without `match`, its length decides: a text of three or more
 * characters is found anywhere, a shorter one at the beginning of a word. 'inside': a piece that begins within a word.
 * A row that contains all terms of `or` matches, too.
 */
export type SearchTerm = {
  column: string | null;
  text: string;
  match?: 'beginning' | 'word' | 'inside';
  or?: readonly SearchTerm[];
};

const SHORTEST_PIECE = 3;
const PHONE = /^[\d\s().+/-]+$/;
const NUMBER = /^#(\d+)$/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const SEPARATOR = /^[-–—&+,;/#]+$/;

/** The text of the search box, and the texts of the filters (see findWords). */
type Search = {
  text: string | undefined;
  /** The column of the row's number, for searches such as '#29'. */
  numberColumn?: string;
  /** The column of an address, in which '#4' can be an apartment. */
  addressColumn?: string;
  filters?: readonly SearchTerm[];
  exactTerms?: readonly SearchTerm[];
  /** For a text that has another meaning, too: a text with a short word is not searched as a whole. */
  onlyWords?: boolean;
};

/**
 * The source of the rows that match a search and its filters; undefined without both. Every word of the text must be
 * found, each in any column. A text of digits, or with a short word, is also searched as a whole: digits can be one
 * phone number, and a short word can be part of a longer one. '#29' alone finds only the number 29.
 */
export function findSearchIndex(index: WordIndex, search: Search): SearchIndex | undefined {
  const { text = '', filters = [], exactTerms = [] } = search;
  const words = splitSearchWords(text);
  const terms = words.map((word) => parseSearchTerm(word, search, words.length > 1));
  if (terms.length === 1) return findWords(index, [...terms, ...filters], exactTerms);
  const phrase: SearchTerm = { column: null, text };
  if (terms.every(isPiece)) {
    const sought = PHONE.test(text) ? [{ ...phrase, or: terms }] : terms;
    return findWords(index, [...sought, ...filters], exactTerms);
  }
  // The index of beginnings finds all short words in one query. To look them up among the matches of the long words
  // would read each of those matches. Digits are searched as pieces: the last four digits of a phone number are not the
  // beginning of a word.
  const byWord = terms.map((term): SearchTerm => (isDigits(term) ? term : { match: 'beginning', ...term }));
  const found = findWords(index, [...byWord, ...filters], exactTerms);
  if (!found || !isPiece(phrase) || search.onlyWords || hasHouseNumber(terms, text)) return found;
  // Matches at the beginning of a word are already found by words, so they are not read a second time.
  const isInside = terms.every(({ text: word, match }) => !match && WORD_CHARACTER.test(word));
  const piece: SearchTerm = isInside ? { ...phrase, match: 'inside' } : phrase;
  const asItStands = findWords(index, [piece, ...filters], exactTerms);
  return asItStands ? mergeIndexes(found, sql`UNION`, asItStands) : found;
}

/** True for '2 Elm', which finds the same as 'Elm 2'. Digits alone can be a phone number, in their order. */
function hasHouseNumber(terms: readonly SearchTerm[], text: string): boolean {
  return !PHONE.test(text) && terms.some((term) => !isPiece(term) && /^\d/.test(term.text) && !term.match);
}

/** The words of a text without separators: 'Lee, Ada' and 'Lee & Ada' are two words. */
function splitSearchWords(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => !SEPARATOR.test(word));
  return words.length > 0 ? words.map((word) => word.replace(/[,;]+$/, '')) : [text];
}

function parseSearchTerm(
  word: string,
  { numberColumn, addressColumn }: Search,
  isBesideOthers: boolean,
): SearchTerm {
  const number = numberColumn && NUMBER.exec(word)?.[1];
  if (!number) return { column: null, text: word };
  const byNumber: SearchTerm = { column: numberColumn, text: String(BigInt(number)), match: 'word' };
  if (!addressColumn || !isBesideOthers) return byNumber;
  return { ...byNumber, or: [{ column: addressColumn, text: number, match: 'word' }] };
}

/**
 * The source of the rows that contain all of the texts; undefined without texts. The wanted rows also contain
 * `exactTerms`, so the index skips other rows, which are then not read.
 */
function findWords(
  index: WordIndex,
  sought: readonly SearchTerm[],
  exactTerms: readonly SearchTerm[] = [],
): SearchIndex | undefined {
  const terms = sought.filter(({ text }) => text !== '');
  const pieceOf = (term: SearchTerm) => pieceExpression(term, index);
  const pieces = terms.filter(isPiece).map((term) => expressionOf(term, pieceOf));
  const beginnings = terms
    .filter((term) => !isPiece(term))
    .map((term) => expressionOf(term, beginningExpression));
  const byBeginning = (more: string[] = []) =>
    makeSearchIndex(index.beginnings, [...beginnings, ...more], index.columns);
  if (pieces.length === 0) {
    return beginnings.length === 0 ? undefined : byBeginning(exactTerms.map(beginningExpression));
  }
  const byPiece = makeSearchIndex(index.pieces, [...pieces, ...exactTerms.map(pieceOf)], index.columns);
  return beginnings.length === 0 ? byPiece : mergeIndexes(byPiece, sql`INTERSECT`, byBeginning());
}

function makeSearchIndex(table: SQL, expressions: string[], columns: string | undefined): SearchIndex {
  const all = expressions.map((each) => `(${each})`).join(' AND ');
  const match = columns ? `${columns} : (${all})` : all;
  return { from: table, id: sql`${table}.rowid`, where: [sql`${table} MATCH ${match}`] };
}

/**
 * Merges two sources. Both are in the order of their rows, latest first, so SQLite reads only as much as a page needs.
 * SQLite keeps the order of a subquery that has a LIMIT.
 */
export function mergeIndexes(one: SearchIndex, operator: SQL, other: SearchIndex): SearchIndex {
  const rowsOf = ({ from, id, where }: SearchIndex) =>
    where.length > 0
      ? sql`SELECT ${id} AS id FROM ${from} WHERE ${sql.join([...where], sql` AND `)}`
      : sql`SELECT ${id} AS id FROM ${from}`;
  return {
    from: sql`(${rowsOf(one)} ${operator} ${rowsOf(other)} ORDER BY 1 DESC LIMIT -1) AS merged`,
    id: sql`merged.id`,
    where: [],
  };
}

function expressionOf(term: SearchTerm, own: (term: SearchTerm) => string): string {
  if (!term.or) return own(term);
  return `(${own(term)}) OR (${term.or.map((each) => `(${own(each)})`).join(' AND ')})`;
}

/** True for digits that can be a part of a phone number, with or without punctuation. */
function isDigits({ text, match }: SearchTerm): boolean {
  return match === undefined && PHONE.test(text) && isPiece({ text: text.replace(/\D/g, '') });
}

/** Counts characters, not UTF-16 units: a piece of the index has three characters. */
function isPiece({ text, match }: Pick<SearchTerm, 'text' | 'match'>): boolean {
  return (match === undefined || match === 'inside') && [...text].length >= SHORTEST_PIECE;
}

function pieceExpression(term: SearchTerm, index: WordIndex): string {
  const anywhere = anywhereExpression(term, index);
  if (term.match !== 'inside') return anywhere;
  return `(${anywhere}) NOT (${quoted(` ${term.text}`)} OR ^ ${quoted(term.text)})`;
}

function anywhereExpression({ column, text }: SearchTerm, { phoneColumn }: WordIndex): string {
  const phrase = inColumn(column, quoted(text));
  const digits = text.replace(/\D/g, '');
  const canBePhone = phoneColumn !== null && (column === null || column === phoneColumn);
  if (!canBePhone || !PHONE.test(text) || digits === text || !isPiece({ text: digits })) return phrase;
  // The index also contains phone numbers as digits only, so that any notation finds them.
  return `${phrase} OR ${inColumn(phoneColumn, quoted(digits))}`;
}

function beginningExpression({ column, text, match }: SearchTerm): string {
  return inColumn(column, match === 'word' ? quoted(text) : `${quoted(text)} *`);
}

function inColumn(column: string | null, phrase: string): string {
  return column ? `${column} : ${phrase}` : phrase;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
