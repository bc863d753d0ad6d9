import type { RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import type { Context } from '#worker/base/context.ts';
import { type CardVersion, findVersion, readSnapshot, selectPublishedVersion } from './repo.ts';

/** A version of the catalog; `id` grows with every publication. */
export type PublishedRateCard = CardVersion & { card: RateCard; zoneZips: ZoneZips };

/**
 * Rate cards by id and time of publication. They never change, so an instance parses each of them once. The time
 * tells two databases of one instance apart (tests, a restore).
 */
const parsed = new Map<string, PublishedRateCard>();
/** A published card is some 20 kB, with many ZIP codes up to 1 MB. */
const MAX_PARSED = 20;

/** The catalog that customers see now, read from the database: prices never come from a copy of another version. */
export async function getPublishedCard(ctx: Context): Promise<PublishedRateCard> {
  return getCardOf(ctx, await selectPublishedVersion(ctx.db));
}

/** As getPublishedCard, with the result of selectPublishedVersion that the caller read together with other rows. */
export async function getCardOf(ctx: Context, [version]: readonly CardVersion[]): Promise<PublishedRateCard> {
  if (!version) throw new Error('No rate card is published: the migrations insert the first one');
  return getCard(ctx, version);
}

/** The rate card of a booking or checkout. Throws when the id is unknown or a draft. */
export async function getRateCard(ctx: Context, id: number): Promise<PublishedRateCard> {
  const card = await findRateCard(ctx, id);
  if (!card) throw new Error(`Rate card ${id} does not exist or was never published`);
  return card;
}

/** A rate card by the id of a request; null when the id is unknown or a draft. */
export async function findRateCard(ctx: Context, id: number): Promise<PublishedRateCard | null> {
  const version = await findVersion(ctx.db, id);
  return version && getCard(ctx, version);
}

async function getCard(ctx: Context, version: CardVersion): Promise<PublishedRateCard> {
  const key = `${version.id}:${version.publishedAt}`;
  const known = parsed.get(key);
  if (known) return known;
  const card = { ...version, ...(await readSnapshot(ctx.db, version.id)) };
  const [oldest] = parsed.keys();
  if (oldest !== undefined && parsed.size >= MAX_PARSED) parsed.delete(oldest);
  parsed.set(key, card);
  return card;
}
