import { type SQL, sql } from 'drizzle-orm';
import type { Through } from './repo.ts';

/** A table's two indexes of words: pieces of three characters and more, and beginnings of words (migrations). */
export type WordIndex = { pieces: SQL; beginnings: SQL };

/** Text to be found: in one column of the indexes, or in any. */
export type Sought = { column: string | null; text: string };

const SHORTEST_PIECE = 3;
const PHONE = /^[\d\s().+/-]+$/;

/**
 * Where the rows are that contain all of the texts; undefined when nothing is sought. `known` is what the rows
 * that are wanted contain for certain: with it the index passes over the others, which need not be read.
 */
export function findWords(
  index: WordIndex,
  sought: readonly Sought[],
  known: readonly Sought[] = [],
): Through | undefined {
  const given = sought.filter(({ text }) => text !== '');
  const pieces = given.filter(({ text }) => isPiece(text)).map(pieceExpression);
  const beginnings = given.filter(({ text }) => !isPiece(text)).map(beginningExpression);
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
function isPiece(text: string): boolean {
  return [...text].length >= SHORTEST_PIECE;
}

function pieceExpression({ column, text }: Sought): string {
  const phrase = inColumn(column, quoted(text));
  const digits = text.replace(/\D/g, '');
  const isPhone = column === null || column === 'phone';
  if (!isPhone || !PHONE.test(text) || digits === text || !isPiece(digits)) return phrase;
  // A phone is also kept as bare digits, so that it is found however it is written.
  return `${phrase} OR ${inColumn('phone', quoted(digits))}`;
}

function beginningExpression({ column, text }: Sought): string {
  return inColumn(column, `${quoted(text)} *`);
}

function inColumn(column: string | null, phrase: string): string {
  return column ? `${column} : ${phrase}` : phrase;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
