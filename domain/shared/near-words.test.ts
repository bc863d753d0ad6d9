import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { countMistakes, isCorrectable, oneMistakeVariants, wordsIn } from './near-words.ts';

describe('near words', () => {
  it.each([
    ['okaffor', 'okafor'],
    ['jankowsky', 'jankowski'],
    ['fontain', 'fontaine'],
    ['hte', 'the'],
    ['ukafor', 'okafor'],
  ])('one mistake makes %s of %s', (typed, meant) => {
    expect(oneMistakeVariants(typed)).toContain(meant);
    expect(countMistakes(typed, meant)).toBe(1);
  });

  it.each([
    ['jankovsky', 'jankowski', 2],
    ['fontain', 'fontane', 2],
    ['ada', 'ada', 0],
    ['', 'ada', 3],
    ['smith', 'jones', 5],
  ])('%s and %s are %i mistakes apart', (one, other, count) => {
    expect(countMistakes(one, other)).toBe(count);
  });

  it('variants are exactly the words of these characters that are one mistake apart', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(oneMistakeVariants(one).includes(other)).toBe(countMistakes(one, other) === 1);
        expect(countMistakes(one, other)).toBe(countMistakes(other, one));
      }),
      randomRuns({ sample: 300, long: 20_000 }),
    );
  });

  it('divides a text as the index of words does, and corrects only words of characters', () => {
    const text = "Zoë O'Brien, 12 Elm-Street x7";
    expect(wordsIn(text).map(({ folded }) => folded)).toEqual([
      'zoe',
      'o',
      'brien',
      '12',
      'elm',
      'street',
      'x7',
    ]);
    expect(
      wordsIn(text)
        .map(({ start, end }) => text.slice(start, end))
        .join(' '),
    ).toBe('Zoë O Brien 12 Elm Street x7');
    expect(
      wordsIn(text)
        .filter(isCorrectable)
        .map(({ folded }) => folded),
    ).toEqual(['zoe', 'brien', 'elm', 'street']);
  });
});
