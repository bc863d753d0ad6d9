import * as z from 'zod/mini';

export const DEFAULT_LIMIT = 200;

/**
 * The query of a list: search, sort ('-id' is descending), limit, a cursor from the Link
 * header, and the list's own filters.
 */
export function listQuery<const Sort extends string, F extends z.core.$ZodLooseShape>(
  sorts: readonly Sort[],
  filters: F,
) {
  const orders = sorts.flatMap((sort) => [sort, `-${sort}` as const]) as [
    Sort | `-${Sort}`,
    ...(Sort | `-${Sort}`)[],
  ];
  return z.strictObject({
    search: z.optional(textFilter),
    sort: z.optional(z.enum(orders, 'This list cannot be sorted by that')),
    limit: z.optional(limit),
    cursor: z.optional(z.string().check(z.maxLength(500))),
    ...filters,
  });
}

const limit = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)),
  ),
  z
    .int('Must be a whole number from 1 to 200')
    .check(
      z.minimum(1, 'Must be a whole number from 1 to 200'),
      z.maximum(DEFAULT_LIMIT, 'Must be a whole number from 1 to 200'),
    ),
);

/** Text to find anywhere in a field (in any searched field for `search`); empty for no filter. */
export const textFilter = z.string().check(
  z.trim(),
  // NFC: 'é' becomes one code point, even if it was typed as two.
  z.normalize(),
  z.maxLength(200, 'Must be at most 200 characters'),
  z.refine((text) => !CONTROL.test(text), 'Must not contain control characters'),
);

const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** A whole number from 0, in a query. */
function wholeNumber(message: string) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)),
    ),
    z.int(message),
  );
}

/** Cents in a query. */
export const centsText = wholeNumber('Must be whole cents');
export const countText = wholeNumber('Must be a whole number');

/** 'true' or 'false' in a query. */
export const flag = z.pipe(
  z.enum(['true', 'false'], "Must be 'true' or 'false'"),
  z.transform((text: 'true' | 'false') => text === 'true'),
);

/** A row id in a path. */
export const rowNumber = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Must be a number from 1')),
    z.transform((text: string) => Number(text)),
  ),
  z.int(),
);

/** At most 1,000 row ids in a query: '7,12,30'. */
export const rowNumbers = z.pipe(
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,999}$/, 'Must be at most 1,000 numbers from 1')),
  z.transform((text: string) => text.split(',').map(Number)),
);

/** The response settings that all CSV endpoints share. */
export const CSV_EXPORT = {
  method: 'GET',
  access: 'office:read',
  reply: z.string(),
  kind: 'raw',
  mediaType: 'text/csv',
} as const;

/** The search and filters of a list, without paging and sorting. */
export function exportQuery<F extends z.core.$ZodLooseShape>(filters: F) {
  return z.strictObject({ search: z.optional(textFilter), ...filters });
}
