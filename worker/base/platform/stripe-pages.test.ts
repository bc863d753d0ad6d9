import { expect, it } from 'vitest';
import { readPages } from './stripe-pages.ts';

/** A list with a number of objects, newest first, three per page. */
function aList(count: number) {
  const all = Array.from({ length: count }, (_, i) => ({ id: `thing-${count - i}`, created: count - i }));
  const asked: string[] = [];
  const fetch = async ({ starting_after: after = '' }) => {
    asked.push(after);
    const start = all.findIndex(({ id }) => id === after) + 1;
    return { data: all.slice(start, start + 3), has_more: all.length > start + 3 };
  };
  return { fetch, asked };
}
const keep = ({ id }: { id: string }) => id;

it('reads a list to its end, page by page', async () => {
  const { fetch, asked } = aList(7);
  const { found, oldest } = await readPages({ fetch, keep, maxPages: 10 });
  expect(found).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `thing-${n}`));
  expect([oldest, asked]).toEqual([null, ['', 'thing-5', 'thing-2']]);
});

it('stops after the maximum number of pages, and returns how far it read', async () => {
  const { found, oldest } = await readPages({ fetch: aList(7).fetch, keep, maxPages: 2 });
  expect([found.length, oldest]).toEqual([6, 2]);
});

it('returns all objects when the last page is full, and none of an empty list', async () => {
  expect(await readPages({ fetch: aList(6).fetch, keep, maxPages: 2 })).toMatchObject({ oldest: null });
  expect(await readPages({ fetch: aList(0).fetch, keep, maxPages: 2 })).toEqual({ found: [], oldest: null });
});
