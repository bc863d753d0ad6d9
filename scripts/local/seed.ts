import type { Database } from './migrate.ts';
import type { FleetOrder } from './settings.ts';

/** Inserts the first fleet, unless the database has units. Unit numbers are like '10-01'. */
export async function seedFleet(database: Database, fleet: FleetOrder[], nowMs: number): Promise<void> {
  const any = await database.prepare('SELECT 1 FROM dumpsters LIMIT 1').first();
  if (any) return;
  const insert = database.prepare(
    'INSERT INTO dumpsters (dumpster_number, dumpster_type, created_at) VALUES (?, ?, ?)',
  );
  const { results } = await database
    .prepare('SELECT id, yards FROM dumpster_sizes')
    .all<{ id: string; yards: number }>();
  const yards = new Map(results.map((size) => [size.id, size.yards]));
  const units = fleet.flatMap((order) =>
    unitNumbers(order, yards).map((number) => insert.bind(number, order.dumpsterType, nowMs)),
  );
  if (units.length > 0) await database.batch(units);
}

/** `yardsOf`: the cubic yards of each size of the catalog. Throws for another size. */
function unitNumbers({ dumpsterType, count }: FleetOrder, yardsOf: ReadonlyMap<string, number>): string[] {
  const yards = yardsOf.get(dumpsterType);
  if (yards === undefined) throw new Error(`FLEET names a size that is not rented: '${dumpsterType}'.`);
  return Array.from({ length: count }, (_, index) => `${yards}-${String(index + 1).padStart(2, '0')}`);
}
