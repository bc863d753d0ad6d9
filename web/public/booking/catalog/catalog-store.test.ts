import { afterEach, beforeEach, expect, test } from 'vitest';
import { FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { documentCatalog, keepCatalog, newestCatalog } from './catalog-store.ts';

const version = (number: number) => ({ ...FIRST_CATALOG, version: number });
const stored = () => JSON.parse(sessionStorage.getItem('catalog') ?? 'null')?.version;

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  document.body.innerHTML = '';
});

test('a document that is older than what the tab has seen does not bring back an old version', () => {
  keepCatalog(version(8));
  expect(newestCatalog(version(7))).toEqual(version(8));
  expect(stored()).toBe(8);
});

test('a document of the same or a newer version counts, and is kept for the next one', () => {
  // Of two equal versions the document has the newer name and phone of the business.
  const renamed = { ...version(8), business: { ...FIRST_CATALOG.business, name: 'Granite Dumpsters' } };
  keepCatalog(version(8));
  expect(newestCatalog(renamed)).toBe(renamed);
  expect(newestCatalog(version(9))).toEqual(version(9));
  expect(stored()).toBe(9);
  expect(newestCatalog(version(8))).toEqual(version(9));
});

test.each(['', '{', 'null', '"9"', '{"version":9}'])(
  'stored text that is no catalog is ignored: %s',
  (text) => {
    sessionStorage.setItem('catalog', text);
    expect(newestCatalog(version(1))).toEqual(version(1));
    expect(stored()).toBe(1);
  },
);

test("the document's catalog is read from its data block; a document without one cannot be shown", () => {
  expect(() => documentCatalog()).toThrow();
  document.body.innerHTML = `<script type="application/json" id="catalog">${JSON.stringify(version(3))}</script>`;
  expect(documentCatalog()).toEqual(version(3));
});
