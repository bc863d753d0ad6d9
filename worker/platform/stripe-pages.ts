/** Something that Stripe lists by when it was made. */
type Listed = { id: string; created: number };

type Reading<T extends Listed, Kept> = {
  /** A page, latest first: the first, or the one after an id. */
  fetch(after: { starting_after?: string }): Promise<{ data: T[]; has_more: boolean }>;
  /** What is kept of each. */
  keep(object: T): Kept;
  maxPages: number;
};

/**
 * Reads a list of Stripe's page by page. `oldest`: where it stopped, in seconds since 1970, if there were more
 * pages than may be read; null when it has all.
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
