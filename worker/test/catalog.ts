import { expect } from 'vitest';
import { type CatalogDraft, SECTION_PATHS } from '#contract/catalog-draft.ts';
import type { publishCatalog } from '#contract/catalog-publish.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { CatalogSection, RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import type { signIn } from './staff.ts';
import { rows, testEnv } from './world.ts';

/**
 * Publishes the first rate card with changes, without the checks of a draft; returns its id. Stable ids that are new
 * to the tables are added there.
 */
export async function publishCard(
  changes: Partial<RateCard>,
  { zoneZips = {}, publishedAt = Date.now() }: { zoneZips?: ZoneZips; publishedAt?: number } = {},
): Promise<number> {
  const card: RateCard = { ...FIRST_RATE_CARD, ...changes };
  const statement = (sql: string, ...values: unknown[]) => testEnv.DB.prepare(sql).bind(...values);
  await testEnv.DB.batch([
    ...card.rentalOptions.map(({ id, title, label, days }, position) =>
      statement(
        `INSERT INTO rental_options (id, title, label, days, features, position) VALUES (?, ?, ?, ?, '[]', ?)
           ON CONFLICT DO NOTHING`,
        id,
        title,
        label,
        days,
        position,
      ),
    ),
    ...card.dumpsterSizes.map(({ id, name, yards, lengthIn, widthIn, heightIn, bestFor }, position) =>
      statement(
        'INSERT INTO dumpster_sizes (id, name, yards, length_in, width_in, height_in, best_for, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        name,
        yards,
        lengthIn,
        widthIn,
        heightIn,
        bestFor,
        position,
      ),
    ),
    ...card.materials.map(({ id, name, densityLow, densityHigh }, position) =>
      statement(
        'INSERT INTO materials (id, name, density_low, density_high, position) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        name,
        densityLow,
        densityHigh,
        position,
      ),
    ),
    statement("UPDATE rate_cards SET status = 'superseded' WHERE status = 'published'"),
    statement(
      "INSERT INTO rate_cards (status, snapshot, zone_zips, note, created_at, published_at) VALUES ('published', ?, ?, 'Test', ?, ?)",
      JSON.stringify(card),
      JSON.stringify(zoneZips),
      publishedAt,
      publishedAt,
    ),
  ]);
  const [published] = await rows<{ id: number }>("SELECT id FROM rate_cards WHERE status = 'published'");
  if (!published) throw new Error('The rate card was not published');
  return published.id;
}

type Staff = Pick<Awaited<ReturnType<typeof signIn>>, 'send' | 'sendBody'>;

/** The calls with which staff edit and publish the catalog. */
export function editCatalog({ send, sendBody }: Staff) {
  const get = async <T>(path: string) => (await send('GET', `admin/catalog/${path}`)).json<T>();
  const post = (path: string, body: object = {}, ifMatch = '') =>
    send('POST', `admin/catalog/${path}`, { ...body, ifMatch });
  const readDraft = () => get<CatalogDraft>('draft');
  const expectDone = async (reply: Response) =>
    expect([reply.status, reply.ok ? null : await reply.clone().json()]).toEqual([200, null]);
  /** On top of the current version of the section. */
  const save = async <S extends CatalogSection>(section: S, value: RateCard[S]) => {
    const { etags } = await readDraft();
    const path = `admin/catalog/draft/${SECTION_PATHS[section]}`;
    await expectDone(await sendBody('PUT', path, { body: value, ifMatch: etags[section] }));
  };
  const publish = async (note = 'New prices') => {
    const reply = await post('publish', { note });
    await expectDone(reply);
    return reply.json<ReplyOf<typeof publishCatalog>>();
  };
  return { get, post, readDraft, save, publish };
}

/** The first rates with higher deposits. */
export const dearerRates = (cents: number) =>
  FIRST_RATE_CARD.rates.map((rate) => ({ ...rate, deposit: rate.deposit + cents }));
