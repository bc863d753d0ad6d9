import type { Rate, RateCard } from '#domain/catalog/rate-card.ts';
import { COLUMNS, cellText, parseCell, type RateField, type RateValue } from './cells.ts';

/** A row of the price grid: a size with a rental period, for one material. */
export type GridRow = { rentalOption: string; dumpsterSize: string; material: string; title: string };

/** What was typed into the cells and is not saved yet, by cellKey. */
export type Edits = Readonly<Record<string, string>>;

export type Cell = {
  /** As typed, or the saved value as text. */
  text: string;
  error: string | null;
  /** Differs from the published catalog. */
  isChanged: boolean;
  /** The published value as text; null if the published catalog has no such rate. */
  published: string | null;
};

export type PriceGridModel = {
  rows: readonly GridRow[];
  cell(row: number, column: number): Cell;
  /** The rates of these rows with all edits; null while a cell has an error. */
  rates: Rate[] | null;
  errors: { row: number; column: number; message: string }[];
};

/** The rows of a material: its sizes in order, each with the rental periods in order. Retired ones have none. */
export function listPriceRows(
  { dumpsterSizes, rentalOptions, materials }: RateCard,
  material: string,
): GridRow[] {
  const fits = materials.find(({ id }) => id === material)?.sizes;
  const sizes = dumpsterSizes.filter(({ id, isActive }) => isActive && (!fits || fits.includes(id)));
  return sizes.flatMap((size) =>
    rentalOptions
      .filter(({ isActive }) => isActive)
      .map((option) => ({
        rentalOption: option.id,
        dumpsterSize: size.id,
        material,
        title: `${size.name}, ${option.label}`,
      })),
  );
}

export function cellKey(row: GridRow, field: RateField): string {
  return `${row.material} ${row.dumpsterSize} ${row.rentalOption} ${field}`;
}

/** What the grid shows: the draft's rates with the edits on top, compared with the published ones. */
export function makeGrid(
  rows: readonly GridRow[],
  { draft, published, edits }: { draft: readonly Rate[]; published: readonly Rate[]; edits: Edits },
): PriceGridModel {
  const saved = byRow(draft);
  const before = byRow(published);
  const drafts = rows.map((row) => readRow(row, saved.get(rowKey(row)), edits));
  const cells = rows.map((row, index) => {
    const old = before.get(rowKey(row));
    return COLUMNS.map(({ field }): Cell => {
      const { values, texts, errors } = drafts[index] as RowDraft;
      const shown = values[field] === undefined ? null : cellText(field, values[field]);
      const was = old ? cellText(field, old[field]) : null;
      return {
        text: texts[field] ?? shown ?? '',
        error: errors[field] ?? null,
        isChanged: drafts[index]?.rate !== null && shown !== (was ?? ''),
        published: was,
      };
    });
  });
  const errors = cells.flatMap((line, row) =>
    line.flatMap(({ error: message }, column) => (message ? [{ row, column, message }] : [])),
  );
  const rates = drafts.flatMap(({ rate }) => (rate ? [rate] : []));
  return {
    rows,
    cell: (row, column) => cells[row]?.[column] ?? EMPTY,
    rates: errors.length > 0 ? null : rates,
    errors,
  };
}

const EMPTY: Cell = { text: '', error: null, isChanged: false, published: null };

type Values = Partial<Record<RateField, RateValue>>;
type RowDraft = {
  values: Values;
  /** Texts that cannot be read as a value. */
  texts: Partial<Record<RateField, string>>;
  errors: Partial<Record<RateField, string>>;
  /** Null: the row has no rate, which is the same as one that is not offered. */
  rate: Rate | null;
};

const NEW_RATE = {
  isOffered: false,
  price: null,
  includedWeight: null,
  overagePerTon: null,
  overageUnit: 'tenth',
  extraDay: null,
  exchangePrice: null,
  dumpAndReturnPrice: null,
} satisfies Values;

function readRow(row: GridRow, saved: Rate | undefined, edits: Edits): RowDraft {
  const values: Values = saved ? pickFields(saved) : { ...NEW_RATE };
  const texts: RowDraft['texts'] = {};
  const errors: RowDraft['errors'] = {};
  let isEdited = false;
  for (const { field } of COLUMNS) {
    const text = edits[cellKey(row, field)];
    if (text === undefined) continue;
    isEdited = true;
    const parsed = parseCell(field, text);
    if ('error' in parsed) {
      errors[field] = parsed.error;
      texts[field] = text;
    } else if (parsed.value === null && field === 'deposit') delete values.deposit;
    else values[field] = parsed.value;
  }
  if (!saved && !isEdited) return { values, texts, errors, rate: null };
  const isBlank = values.deposit === undefined && texts.deposit === undefined && values.isOffered === false;
  if (isBlank && !hasAmounts(values)) return { values, texts, errors, rate: null };
  checkRow(values, errors);
  const { rentalOption, dumpsterSize, material } = row;
  return { values, texts, errors, rate: { rentalOption, dumpsterSize, material, ...values } as Rate };
}

/** The rules between the cells of a row. */
function checkRow({ deposit, price }: Values, errors: RowDraft['errors']) {
  if (errors.deposit) return;
  if (typeof deposit !== 'number') errors.deposit = 'A deposit is required';
  else if (deposit < 50) errors.deposit = 'Must be at least $0.50';
  else if (!errors.price && typeof price === 'number' && price < deposit)
    errors.deposit = 'Must not be above the price';
}

function hasAmounts(values: Values): boolean {
  return COLUMNS.some(({ field }) => typeof values[field] === 'number');
}

function pickFields(rate: Rate): Values {
  return Object.fromEntries(COLUMNS.map(({ field }) => [field, rate[field]])) as Values;
}

function byRow(rates: readonly Rate[]): Map<string, Rate> {
  return new Map(rates.map((rate) => [rowKey(rate), rate]));
}

/** The same for a row and its rate. */
export function rowKey({ rentalOption, dumpsterSize, material }: Omit<GridRow, 'title'>): string {
  return `${material} ${dumpsterSize} ${rentalOption}`;
}
