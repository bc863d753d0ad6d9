/** The index of words has no accents (migrations): other characters are found by a character too many or two exchanged. */
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** A shorter word is near to too many. */
const MIN_LENGTH = 3;
/** A longer one has too many variants. */
const MAX_LENGTH = 20;

/** A word of a text, as the index of words stores it: without accents, in lower case. */
export type TextWord = { folded: string; start: number; end: number };

function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text where the index divides it: at everything but characters and digits. */
export function wordsIn(text: string): TextWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    folded: foldText(word),
    start: index,
    end: index + word.length,
  }));
}

/** True for a word of characters that nearWords can correct; numbers are no spelling mistakes. */
export function isCorrectable({ folded }: TextWord): boolean {
  return folded.length >= MIN_LENGTH && folded.length <= MAX_LENGTH && /^\p{L}+$/u.test(folded);
}

/** All texts that one mistake makes of a word: a character too many, too few or wrong, or two characters exchanged. */
export function oneMistakeVariants(word: string): string[] {
  const variants = new Set<string>();
  for (let place = 0; place <= word.length; place += 1) {
    const [before, after] = [word.slice(0, place), word.slice(place)];
    for (const character of LATIN) {
      variants.add(before + character + after);
      if (after) variants.add(before + character + after.slice(1));
    }
    if (after) variants.add(before + after.slice(1));
    if (after.length > 1) variants.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  variants.delete(word);
  variants.delete('');
  return [...variants];
}

/** The least number of mistakes, as in oneMistakeVariants, that make one word of the other. */
export function countMistakes(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
