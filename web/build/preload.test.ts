import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { bookingOfPage, filePageAt, PATHS } from '#web/paths.ts';
import { OFFICE_PAGES } from './chunks.ts';
import { listFiles } from './preload.ts';

const chunk = (fileName: string, imports: string[], facadeModuleId: string | null = null) =>
  ({ type: 'chunk', fileName, imports, facadeModuleId }) as unknown as Rolldown.OutputChunk;

it('lists the file of a page and what it imports, also at second hand, once', () => {
  const chunks = [
    chunk('a.js', ['b.js', 'c.js'], OFFICE_PAGES.booking),
    chunk('b.js', ['c.js', 'd.js']),
    chunk('c.js', ['a.js']),
    chunk('d.js', []),
    chunk('other.js', ['d.js']),
  ];
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]));
  expect(listFiles(bundle, OFFICE_PAGES.booking)).toEqual(['/a.js', '/b.js', '/c.js', '/d.js']);
  expect(() => listFiles(bundle, OFFICE_PAGES.board)).toThrow('The build has no file for');
});

it.each([
  [PATHS.admin, 'today', undefined],
  [PATHS.adminDispatch, 'board', undefined],
  ['/admin/bookings/12', 'booking', '12'],
  ['/admin/bookings/0', undefined, undefined],
  ['/admin/bookings/new', undefined, undefined],
  ['/admin/bookings/12/work-order', undefined, undefined],
  ['/admin/bookings', undefined, undefined],
  ['/admin/login', undefined, undefined],
])('%s requests the files of %s', (path, page, booking) => {
  expect([filePageAt(path), bookingOfPage(path)]).toEqual([page, booking]);
});
