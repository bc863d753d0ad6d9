import { expect, test } from 'vitest';
import { chooseSize } from './size-choice.ts';

const type = (id: '10-yard' | '15-yard' | '20-yard', count: number, available = count > 0) => ({
  id,
  name: id,
  available,
  count,
});

test('15-Yard is preselected if it is available', () => {
  expect(chooseSize([type('10-yard', 1), type('15-yard', 1)], '', false)).toMatchObject({
    choose: '15-yard',
  });
});

test('otherwise the first available size is preselected', () => {
  const types = [type('10-yard', 0), type('15-yard', 3, false), type('20-yard', 2)];
  expect(chooseSize(types, '', false)).toMatchObject({ choose: '20-yard' });
});

test('no size is chosen if none is available', () => {
  expect(chooseSize([type('10-yard', 0)], '', false)).toEqual({ keep: true });
});

test('an available choice stays', () => {
  expect(chooseSize([type('10-yard', 1), type('15-yard', 1)], '10-yard', false)).toEqual({ keep: true });
});

test('a sold-out choice is cleared, named and not replaced', () => {
  const types = [type('10-yard', 0), type('15-yard', 1)];
  expect(chooseSize(types, '10-yard', false)).toEqual({ keep: false, choose: '', soldOut: '10-yard' });
  expect(chooseSize(types, '', true)).toEqual({ keep: true });
});
