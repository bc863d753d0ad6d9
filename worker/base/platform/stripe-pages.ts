/** An object that Stripe lists by its creation time. */
type Listed = { id: string; created: number };

type Reading<T extends Listed, Kept> = {
  /** Fetches a page, latest first: the first page, or the page after an id. */
  fetch(after: { starting_after?: string }): Promise<{ data: T[]; has_more: boolean }>;
  /** Maps each object to the part that is kept. */
  keep(object: T): Kept;
  maxPages: number;
};

/**
 * Reads a list of Stripe page by page. `oldest`: where it stopped, in seconds since 1970, if there are more than
 * `maxPages` pages; null when the list is complete.
 */
export async function readPages<T extends Listed, Kept>({ fetch, keep, maxPages }: Reading<T, Kept>) {
  const found: Kept[] = [];
  let last: T | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { data, has_more } = await fetch(last ? { starting_after: last.id } : {});
    found.push(...data.map(keep));
    last = data.at(-1) ?? last;
    if (!has_more || data.length === 0) return { found, oldest: null };
  }
  return { found, oldest: last?.created ?? null };
}
