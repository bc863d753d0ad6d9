import type { RentalPeriod, SizeOption } from '#domain/catalog/rate-card.ts';
import type { Context } from '#worker/base/context.ts';
import { type CardEntries, listCardEntries } from './repo.ts';

/** The columns of a booking or a checkout revision that say what is rented. */
export type RentalColumns = {
  rentalType: string;
  dumpsterType: string;
  materialId: string;
  rateCardId: number;
};

/** What screens, e-mails and files call the rental: the names of the booking's own rate card. */
export type RentalLabels = {
  rentalTitle: string;
  rentalLabel: string;
  sizeName: string;
  /** Null where the customer has no choice. */
  materialName: string | null;
  /** Inches, and cubic yards; null when the card does not have the size. */
  sizeMeasures: Pick<SizeOption, 'yards' | 'lengthIn' | 'widthIn' | 'heightIn'> | null;
};

type CardNames = {
  readAtMs: number;
  rentals: ReadonlyMap<string, RentalPeriod>;
  sizes: ReadonlyMap<string, SizeOption>;
  materials: ReadonlyMap<string, string>;
  hasMaterialChoice: boolean;
};

/** The names of rate cards by id: a few hundred bytes each. They never change, so an instance reads them rarely. */
const known = new Map<number, CardNames>();
const MAX_KNOWN = 500;
/** A restore of the database can give an id to another card; its names are shown after this time. */
const FRESH_MS = 60_000;

/** Tests give the same id to different cards. */
export function forgetCardNames(): void {
  known.clear();
}

/**
 * A function that returns the labels of one of the rows. One read for all rate cards that this instance has not read
 * within a minute, none when it has. An entry that the card does not have keeps its slug as its name.
 */
export async function loadLabels(
  ctx: Context,
  rows: readonly RentalColumns[],
): Promise<(row: RentalColumns) => RentalLabels> {
  const cards = await loadNames(ctx, new Set(rows.map(({ rateCardId }) => rateCardId)));
  return (row) => labelsOf(row, cards.get(row.rateCardId));
}

/** A row with its labels. */
export async function labelRental<R extends RentalColumns>(ctx: Context, row: R): Promise<R & RentalLabels> {
  const labelsOf = await loadLabels(ctx, [row]);
  return { ...row, ...labelsOf(row) };
}

function labelsOf(row: RentalColumns, names: CardNames | undefined): RentalLabels {
  const rental = names?.rentals.get(row.rentalType);
  const size = names?.sizes.get(row.dumpsterType);
  return {
    rentalTitle: rental?.title ?? row.rentalType,
    rentalLabel: rental?.label ?? row.rentalType,
    sizeName: size?.name ?? row.dumpsterType,
    materialName: names?.hasMaterialChoice ? (names.materials.get(row.materialId) ?? row.materialId) : null,
    sizeMeasures: size ? measuresOf(size) : null,
  };
}

function measuresOf({ yards, lengthIn, widthIn, heightIn }: SizeOption) {
  return { yards, lengthIn, widthIn, heightIn };
}

async function loadNames(ctx: Context, ids: ReadonlySet<number>): Promise<Map<number, CardNames>> {
  const nowMs = ctx.now();
  const found = new Map<number, CardNames>();
  for (const id of ids) {
    const names = known.get(id);
    if (names && Math.abs(nowMs - names.readAtMs) < FRESH_MS) found.set(id, names);
  }
  const missing = [...ids].filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  for (const entries of await listCardEntries(ctx.db, missing)) {
    const names = namesOf(entries, nowMs);
    found.set(entries.id, names);
    store(entries.id, names);
  }
  return found;
}

function namesOf({ rentalOptions, dumpsterSizes, materials }: CardEntries, readAtMs: number): CardNames {
  return {
    readAtMs,
    rentals: byId(rentalOptions),
    sizes: byId(dumpsterSizes),
    materials: new Map(materials.map(({ id, name }) => [id, name])),
    hasMaterialChoice: materials.filter(({ isActive }) => isActive).length > 1,
  };
}

function byId<E extends { id: string }>(entries: readonly E[]): ReadonlyMap<string, E> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function store(id: number, names: CardNames): void {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= MAX_KNOWN) known.delete(oldest);
  known.set(id, names);
}
