import { findStoredCatalog } from '#contract/catalog-store.ts';
import { getCatalog, type PublicCatalog } from '#contract/public-catalog.ts';

/** The bindings of web/wrangler.toml, and the static documents. */
export type EdgeEnv = { ASSETS: Fetcher; API: Fetcher; CATALOG: KVNamespace };

/**
 * The published catalog from KV; from the Worker if KV is empty or fails; null if the Worker fails, too. The URL of the
 * request is not passed on and not logged.
 */
export async function findCatalog({ API, CATALOG }: EdgeEnv): Promise<PublicCatalog | null> {
  try {
    const stored = await findStoredCatalog(CATALOG);
    if (stored) return stored;
  } catch (error) {
    console.error('KV did not answer: the catalog comes from the Worker.', error);
  }
  try {
    const reply = await API.fetch(`https://api.internal${getCatalog.path}`);
    if (!reply.ok) throw new Error(`GET ${getCatalog.path} answered ${reply.status}`);
    return getCatalog.reply.parse(await reply.json());
  } catch (error) {
    console.error('The Worker has no catalog: the built-in document is shown.', error);
    return null;
  }
}
