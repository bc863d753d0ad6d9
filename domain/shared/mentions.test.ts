import { expect, it } from 'vitest';
import { findMentions, mentionBeingTyped } from './mentions.ts';

const PEOPLE = ['lee', 'lee.park', 'Dana', 'ann@firm.example'].map((username) => ({ username }));
const named = (text: string) => findMentions(text, PEOPLE).map(({ person }) => person.username);

it.each<[string, string[]]>([
  ['@lee please call', ['lee']],
  ['Call @LEE, then @dana.', ['lee', 'Dana']],
  ['(@lee.park) and @lee.', ['lee.park', 'lee']],
  ['@ann@firm.example', ['ann@firm.example']],
  ['@lee\n@lee', ['lee', 'lee']],
  ['@leeward @lee-anne @lee.x @leé', []],
  ['lee@lee ada@dana é@lee', []],
  ['@ @@ @unknown', []],
  ['@@lee', ['lee']],
  ['😀@lee😀', ['lee']],
])('%j names %j', (text, usernames) => {
  expect(named(text)).toEqual(usernames);
});

it('says where the names are', () => {
  const text = 'To @lee and @Dana';
  expect(findMentions(text, PEOPLE).map(({ start, end }) => text.slice(start, end))).toEqual([
    '@lee',
    '@Dana',
  ]);
});

it.each<[string, ReturnType<typeof mentionBeingTyped>]>([
  ['Hi @', { start: 3, typed: '' }],
  ['Hi @le|e', { start: 3, typed: 'le' }],
  ['@lee.pa', { start: 0, typed: 'lee.pa' }],
  ['ada@fi', null],
  ['@lee ', null],
  ['', null],
])('finds the name that is being typed in %j', (marked, found) => {
  const caret = marked.includes('|') ? marked.indexOf('|') : marked.length;
  expect(mentionBeingTyped(marked.replace('|', ''), caret)).toEqual(found);
});
