import type { CatalogNames } from '#contract/catalog-names.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { getPublishedCard } from './rate-cards.ts';
import { listUsedEntries } from './repo.ts';

/**
 * What staff choose from and filter by: the published catalog in its order. Entries that are no longer offered are
 * included while a booking or a unit has them.
 */
export async function listCatalogNames(ctx: Context): Promise<CatalogNames> {
  const { card } = await getPublishedCard(ctx);
  const retired = [...card.rentalOptions, ...card.dumpsterSizes].filter(({ isActive }) => !isActive);
  const used = retired.length > 0 ? await listUsedEntries(ctx.db, retired.map(idOf)) : new Set<string>();
  const isShown = ({ id, isActive }: { id: string; isActive: boolean }) => isActive || used.has(id);
  return {
    rentalOptions: card.rentalOptions.filter(isShown),
    dumpsterSizes: card.dumpsterSizes.filter(isShown),
    materials: card.materials,
  };
}

/** A function that returns the name of a size: '15-Yard' for '15-yard'. An unpublished size keeps its slug. */
export async function getSizeName(ctx: Context): Promise<(id: string) => string> {
  const { card } = await getPublishedCard(ctx);
  const names = new Map(card.dumpsterSizes.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** The ids of the sizes whose name contains the text, in any case. */
export async function findSizesByName(ctx: Context, text: string): Promise<string[]> {
  const { card } = await getPublishedCard(ctx);
  const wanted = text.toLowerCase();
  return card.dumpsterSizes.filter(({ name }) => name.toLowerCase().includes(wanted)).map(idOf);
}

type CatalogFields = { rentalType?: string | undefined; dumpsterType?: string | undefined };

/** Throws `invalid` for a rental type or size that is not in the published catalog. */
export async function assertInCatalog(ctx: Context, fields: CatalogFields): Promise<void> {
  if (fields.rentalType === undefined && fields.dumpsterType === undefined) return;
  const { card } = await getPublishedCard(ctx);
  assertInCard(card, fields);
}

/** Throws `invalid` for a rental type or size that is not in the card. */
export function assertInCard(card: RateCard, { rentalType, dumpsterType }: CatalogFields): void {
  const issues = [
    ...issuesOf('rentalType', 'Rental duration', { value: rentalType, entries: card.rentalOptions }),
    ...issuesOf('dumpsterType', 'Dumpster type', { value: dumpsterType, entries: card.dumpsterSizes }),
  ];
  const [first] = issues;
  if (first) throw new AppError('invalid', first.message, { issues });
}

type Entry = { id: string; isActive: boolean };

function issuesOf(
  path: string,
  noun: string,
  { value, entries }: { value: string | undefined; entries: readonly Entry[] },
): Issue[] {
  if (value === undefined || entries.some(({ id }) => id === value)) return [];
  const offered = entries.filter(({ isActive }) => isActive).map(idOf);
  return [{ path, message: `${noun} must be ${listed(offered)}` }];
}

/** '1-day, 7-day or 30-day'. */
function listed(values: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(values).replace(/, or /, ' or ');
}

function idOf({ id }: { id: string }): string {
  return id;
}
