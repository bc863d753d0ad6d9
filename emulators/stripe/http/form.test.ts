import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText, parseForm } from './form.ts';

test.each([
  ['amount=5&currency=usd', { amount: '5', currency: 'usd' }],
  ['metadata[a]=b', { metadata: { a: 'b' } }],
  ['metadata%5Ba%5D=b', { metadata: { a: 'b' } }],
  ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
  ['expand[0]=a&expand[1]=b', { expand: ['a', 'b'] }],
  ['items[0][name]=x&items[1][name]=y', { items: [{ name: 'x' }, { name: 'y' }] }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['description=', { description: '' }],
  ['', {}],
])('%s', (text, value) => {
  expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(value);
});

test('any flat form survives a round trip, with any names', () => {
  const names = fc.string({ minLength: 1 }).filter((name) => !/[[\]]/.test(name));
  fc.assert(
    fc.property(fc.dictionary(names, fc.string()), (form) => {
      expect({ ...parseForm(new URLSearchParams(form).toString()) }).toEqual({ ...form });
    }),
  );
});

test('equal values have one canonical text', () => {
  expect(canonicalText(parseForm('b[y]=2&b[x]=1&a=0'))).toBe(canonicalText(parseForm('a=0&b[x]=1&b[y]=2')));
  expect(canonicalText(parseForm('a[]=1&a[]=2'))).not.toBe(canonicalText(parseForm('a[]=2&a[]=1')));
});
