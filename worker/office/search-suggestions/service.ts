import { MAX_SUGGESTIONS, type SuggestionList } from '#contract/search-suggestions.ts';
import { findSearchedDay } from '#domain/shared/day-search.ts';
import type { Day } from '#domain/shared/days.ts';
import {
  countMistakes,
  isCorrectable,
  oneMistakeVariants,
  type TextWord,
  wordsIn,
} from '#domain/shared/near-words.ts';
import type { Context } from '#worker/base/context.ts';
import { listFoundSearches, listPresentWords, listTextsByBeginning, listUnknownWords } from './repo.ts';

/** Searches of more words are not corrected: each word costs up to a thousand lookups in the index. */
const MAX_CORRECTED = 3;
const MAX_OF_WORD = 4;
/** D1 takes at most five terms in a compound SELECT. */
const MAX_SEARCHES = 5;
/** Two mistakes are looked for in words of this length, among words with the same first characters. */
const TWO_MISTAKES = { minLength: 7, sameStart: 4 };

/** `spelled`: as a client spells the word. `mistakes` is 0 for the word as typed. */
type NearWord = { spelled: string; mistakes: number; count: number };

/**
 * The searches that are probably meant by one that finds nothing, the nearest first. First the words that are nowhere in
 * the list are replaced; if the list finds none of that, any of the words.
 */
export async function suggestSearches(
  ctx: Context,
  { list, q }: { list: SuggestionList; q: string },
): Promise<string[]> {
  const today = ctx.today();
  const words = searchedWords(q, today);
  const unknown = new Set(
    await listUnknownWords(ctx.db, list, [...new Set(words.map(({ folded }) => folded))]),
  );
  const isUnknown = ({ folded }: TextWord) => unknown.has(folded);
  const replaced = words.filter(isUnknown);
  if (!replaced.every(isCorrectable)) return [];
  const found = await correct(ctx, { list, q, today, words: replaced, mustReplace: true });
  if (found.length > 0) return found;
  return correct(ctx, { list, q, today, words: words.filter(isCorrectable), mustReplace: false });
}

/** Without the words of a day ('Nov 29') and those that are too short to be looked for. */
function searchedWords(q: string, today: Day): TextWord[] {
  const day = findSearchedDay(q, today);
  const others = day && new Set(wordsIn(day.rest).map(({ folded }) => folded));
  return wordsIn(q).filter(({ folded }) => folded.length >= 3 && (!others || others.has(folded)));
}

type Correction = { list: SuggestionList; q: string; today: Day; words: TextWord[]; mustReplace: boolean };

async function correct(ctx: Context, { list, q, today, words, mustReplace }: Correction): Promise<string[]> {
  if (words.length === 0 || words.length > MAX_CORRECTED) return [];
  const near = await Promise.all(words.map(({ folded }) => findNearWords(ctx, list, folded)));
  const choices = near.map((found, index) => {
    const { start = 0, end = 0 } = words[index] ?? {};
    const typed = { spelled: q.slice(start, end), mistakes: 0, count: 0 };
    return mustReplace ? found : [typed, ...found];
  });
  const searches = combinations(choices)
    .filter((chosen) => chosen.some(({ mistakes }) => mistakes > 0))
    .toSorted(
      (one, other) =>
        sum(one, 'mistakes') - sum(other, 'mistakes') || sum(other, 'count') - sum(one, 'count'),
    )
    .slice(0, MAX_SEARCHES)
    .map((chosen) => replaceWords(q, words, chosen));
  const found = await listFoundSearches(ctx.db, list, { searches: [...new Set(searches)], today });
  return found.slice(0, MAX_SUGGESTIONS);
}

/** The words of the list that are one mistake away; without one, those that are two away and begin the same. */
async function findNearWords(ctx: Context, list: SuggestionList, word: string): Promise<NearWord[]> {
  const present = await listPresentWords(ctx.db, list, oneMistakeVariants(word));
  const near = present.map(({ word: other, count, text }) => ({
    spelled: spellingIn(text, other),
    mistakes: 1,
    count,
  }));
  const found = near.length > 0 ? near : await findByBeginning(ctx, list, word);
  return found.toSorted((one, other) => other.count - one.count).slice(0, MAX_OF_WORD);
}

async function findByBeginning(ctx: Context, list: SuggestionList, word: string): Promise<NearWord[]> {
  if (word.length < TWO_MISTAKES.minLength) return [];
  const beginning = word.slice(0, TWO_MISTAKES.sameStart);
  const texts = await listTextsByBeginning(ctx.db, list, beginning);
  const near = new Map<string, NearWord>();
  for (const { folded, start, end, text } of texts.flatMap((text) =>
    wordsIn(text).map((each) => ({ ...each, text })),
  )) {
    if (!folded.startsWith(beginning) || folded === word || countMistakes(folded, word) > 2) continue;
    const { spelled = text.slice(start, end), count = 0 } = near.get(folded) ?? {};
    near.set(folded, { spelled, mistakes: 2, count: count + 1 });
  }
  return [...near.values()];
}

function spellingIn(text: string, word: string): string {
  const found = wordsIn(text).find(({ folded }) => folded === word);
  return found ? text.slice(found.start, found.end) : word;
}

/** Every choice of one from each list: at most MAX_OF_WORD + 1 of MAX_CORRECTED words. */
function combinations<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>(
    (made, each) => made.flatMap((before) => each.map((one) => [...before, one])),
    [[]],
  );
}

const sum = (chosen: readonly NearWord[], field: 'mistakes' | 'count') =>
  chosen.reduce((total, each) => total + each[field], 0);

function replaceWords(q: string, words: readonly TextWord[], chosen: readonly NearWord[]): string {
  return words.reduceRight(
    (text, { start, end }, index) => text.slice(0, start) + (chosen[index]?.spelled ?? '') + text.slice(end),
    q,
  );
}
