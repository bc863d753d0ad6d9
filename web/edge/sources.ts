import { findStoredCatalog } from '#contract/catalog-store.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { getCatalog, type PublicCatalog } from '#contract/public-catalog.ts';
import { getLegalText } from '#contract/terms.ts';
import type { LegalText } from '#domain/rental/terms.ts';

/** The bindings of web/wrangler.toml, and the static documents. */
export type EdgeEnv = { ASSETS: Fetcher; API: Fetcher; CATALOG: KVNamespace };

/** KV answers in milliseconds; then the Worker is asked. */
const KV_TIME_LIMIT_MS = 500;

/**
 * The published catalog from KV; from the Worker if KV is empty or fails; null if the Worker fails, too. The URL of the
 * request is not passed on and not logged.
 */
export async function findCatalog({ API, CATALOG }: EdgeEnv): Promise<PublicCatalog | null> {
  try {
    const stored = await limitTime(findStoredCatalog(CATALOG), KV_TIME_LIMIT_MS);
    if (stored) return stored;
  } catch (error) {
    console.error('KV did not answer: the catalog comes from the Worker.', error);
  }
  return (await askWorker(API, getCatalog)).reply;
}

/** What documents without a catalog show of the business. */
export type BusinessFacts = {
  business: Omit<PublicCatalog['business'], 'accent' | 'frameOrigins'>;
  timeZone: string;
  accent: string;
};

/** Null if neither KV nor the Worker answers. */
export async function findBusiness(env: EdgeEnv): Promise<BusinessFacts | null> {
  const catalog = await findCatalog(env);
  if (!catalog) return null;
  const { accent, frameOrigins: _, ...business } = catalog.business;
  return { business, timeZone: catalog.timeZone, accent };
}

/** A text with the business of today around it. */
export type LegalFacts = BusinessFacts & { version: string; isCurrent: boolean; html: string };
/** A version of a text, with the deposits of a rate card. Both as text of an address. */
export type AskedVersion = { version: string; rateCardId: string | null };

/** The text without its business. */
type Text = Omit<LegalFacts, keyof BusinessFacts>;

/** The current version. Null if the Worker does not answer: KV has no texts. */
export async function findLegal(env: EdgeEnv, type: LegalText): Promise<LegalFacts | null> {
  const current = { version: 'current', rateCardId: null };
  const [business, text] = await Promise.all([findBusiness(env), findLegalVersion(env, type, current)]);
  return business && text && text !== 'missing' ? { ...business, ...text } : null;
}

/** 'missing': the Worker has no such version. Null if it does not answer. */
export async function findLegalVersion(
  { API }: EdgeEnv,
  type: LegalText,
  { version, rateCardId }: AskedVersion,
): Promise<Text | 'missing' | null> {
  const query = rateCardId === null ? '' : `?${new URLSearchParams({ rateCardId })}`;
  const path = `/api/terms/${type}/${encodeURIComponent(version)}${query}`;
  const { status, reply } = await askWorker(API, getLegalText, path);
  if (MISSING.includes(status)) return 'missing';
  return reply && { version: reply.version, isCurrent: reply.isCurrent, html: reply.html };
}

/** Statuses for a version or a rate card that does not exist, or cannot. */
const MISSING = [400, 404];

/** `reply` is null unless the Worker answers as agreed; `status` is 0 if it does not answer. */
async function askWorker<E extends Endpoint>(
  api: Fetcher,
  endpoint: E,
  path: string = endpoint.path,
): Promise<{ status: number; reply: ReplyOf<E> | null }> {
  let status = 0;
  try {
    const response = await api.fetch(`https://api.internal${path}`);
    status = response.status;
    if (!response.ok) throw new Error(`GET ${path} answered ${status}`);
    return { status, reply: endpoint.reply.parse(await response.json()) as ReplyOf<E> };
  } catch (error) {
    console.error(`The Worker did not answer GET ${path}.`, error);
    return { status, reply: null };
  }
}

/** The result of `work`. Throws when it takes longer than the limit; the work goes on. */
export async function limitTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
