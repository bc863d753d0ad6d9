import * as z from 'zod/mini';
import { RAISED_BY } from '#domain/shared/restores.ts';
import type { Context } from '#worker/base/context.ts';
import { listNumbers, type Restore, raiseNumbers } from './repo.ts';

/** In the bucket of the backups, because a restore takes the database back to before the numbers were raised. */
export const NUMBERS_KEY = 'restores/numbers.json';

const storedNumbers = z.record(z.string(), z.int());

/**
 * Continues the ids of every table RAISED_BY after the last one, and after those of the restores before: a second
 * restore to the same instant must not use numbers that the first one led to. Throws when R2 does not answer.
 */
export async function raiseNumbersAfterRestore(ctx: Context, { id: restoreId }: Restore) {
  const object = await ctx.backups.get(NUMBERS_KEY);
  const stored = object ? storedNumbers.parse(await object.json()) : {};
  const numbers = { ...stored };
  for (const [table, last] of Object.entries(await listNumbers(ctx.db))) {
    numbers[table] = Math.max(last, stored[table] ?? 0) + RAISED_BY;
  }
  // Stored first: if the database then fails, the next run raises the numbers once more.
  await ctx.backups.put(NUMBERS_KEY, JSON.stringify(numbers));
  await raiseNumbers(ctx.db, { restoreId, numbers, nowMs: ctx.now() });
}
