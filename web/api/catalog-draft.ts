import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CatalogDraft,
  changeZoneZips,
  findDraftZone,
  getCatalogDraft,
  listZoneZips,
  MAX_ZIP_ENTRY_LENGTH,
  MAX_ZIPS_PER_CALL,
  SAVE_SECTION,
} from '#contract/catalog-draft.ts';
import { listDeclinedZips } from '#contract/declined-zips.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { call, callWithEtag } from '#web/api/call.ts';

/** The draft of the catalog, read again whenever a tab of the settings is opened. */
export function catalogDraftQuery() {
  return queryOptions({
    queryKey: [getCatalogDraft.name],
    queryFn: ({ signal }) => call(getCatalogDraft, { signal }),
    refetchOnMount: 'always',
  });
}

/** Saves a section of the draft under the version that was read. */
export function useSaveSection<S extends CatalogSection>(section: S) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ value, etag }: { value: RateCard[S]; etag: string }) => {
      // The call of a section has the body and reply of that section; TypeScript cannot follow the index.
      const endpoint = SAVE_SECTION[section] as typeof SAVE_SECTION.rates;
      const body = value as RateCard['rates'];
      const saved = await callWithEtag(endpoint, { body, ifMatch: etag });
      return { value: saved.value as RateCard[S], etag: saved.etag ?? etag };
    },
    onSuccess: async ({ value, etag }) => {
      const { queryKey } = catalogDraftQuery();
      client.setQueryData(
        queryKey,
        (old: CatalogDraft | undefined) =>
          old && {
            ...old,
            sections: { ...old.sections, [section]: value },
            etags: { ...old.etags, [section]: etag },
          },
      );
      await client.invalidateQueries({ queryKey });
    },
  });
}

/** The ZIP codes and ranges of a zone of the draft. */
export function zoneZipsQuery(zone: string) {
  return queryOptions({
    queryKey: [listZoneZips.name, zone],
    queryFn: ({ signal }) => call(listZoneZips, { query: { zone }, signal }),
    gcTime: 0,
  });
}

/** What a ZIP code's customer gets by the draft. */
export function draftZoneQuery(zip: string) {
  return queryOptions({
    queryKey: [findDraftZone.name, zip],
    queryFn: ({ signal }) => call(findDraftZone, { query: { zip }, signal }),
    gcTime: 0,
  });
}

/** Where customers asked for a delivery and were declined. */
export const declinedZipsQuery = queryOptions({
  queryKey: [listDeclinedZips.name],
  queryFn: ({ signal }) => call(listDeclinedZips, { signal }),
  refetchOnMount: 'always',
});

export type ZipChange = { zone: string; mode: 'add' | 'remove'; zips: readonly string[] };
export type ZipChangeResult = ReplyOf<typeof changeZoneZips>;

/** The first `done` entries are saved. `result` adds up what became of them. */
export type ZipProgress = { done: number; result: ZipChangeResult | null };

/**
 * Adds ZIP codes to a zone or removes them, in calls of MAX_ZIPS_PER_CALL, and reports each. When a call fails, the
 * entries before it are saved. Sending an entry again is harmless.
 */
export function useChangeZips(onProgress: (progress: ZipProgress) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ zone, mode, zips }: ZipChange) => {
      let result: ZipChangeResult | null = null;
      for (let from = 0; from < zips.length; from += MAX_ZIPS_PER_CALL) {
        const part = zips.slice(from, from + MAX_ZIPS_PER_CALL);
        const isTooLong = (entry: string) => entry.length > MAX_ZIP_ENTRY_LENGTH;
        const body = { zone, mode, zips: part.filter((entry) => !isTooLong(entry)) };
        const reply = await call(changeZoneZips, { body });
        result = addResults(result, { ...reply, invalid: [...part.filter(isTooLong), ...reply.invalid] });
        onProgress({ done: from + part.length, result });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: [getCatalogDraft.name] }),
  });
}

function addResults(total: ZipChangeResult | null, result: ZipChangeResult): ZipChangeResult {
  if (!total) return result;
  return {
    added: total.added + result.added,
    removed: total.removed + result.removed,
    unchanged: total.unchanged + result.unchanged,
    invalid: [...total.invalid, ...result.invalid],
    inOtherZone: [...total.inOtherZone, ...result.inOtherZone],
    count: result.count,
  };
}
