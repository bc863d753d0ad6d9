import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CatalogDraft, getCatalogDraft, SAVE_SECTION } from '#contract/catalog-draft.ts';
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
