import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getCatalogDraft } from '#contract/catalog-draft.ts';
import { getCatalogNames } from '#contract/catalog-names.ts';
import {
  discardCatalogDraft,
  getCatalogVersion,
  listCatalogDifferences,
  listCatalogVersions,
  publishCatalog,
  rebaseCatalogDraft,
  startCatalogDraft,
} from '#contract/catalog-publish.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call, callWithEtag, readPublicPage } from '#web/api/call.ts';

/** What publishing the draft changes. Read whenever it is shown. */
export function catalogDifferencesQuery() {
  return queryOptions({
    queryKey: [listCatalogDifferences.name],
    queryFn: ({ signal }) => callWithEtag(listCatalogDifferences, { signal }),
    gcTime: 0,
  });
}

export function catalogVersionsQuery() {
  return queryOptions({
    queryKey: [listCatalogVersions.name],
    queryFn: ({ signal }) => call(listCatalogVersions, { signal }),
    refetchOnMount: 'always',
  });
}

/** A version, which never changes, with its differences to the one before. */
export function catalogVersionQuery(id: number) {
  return queryOptions({
    queryKey: [getCatalogVersion.name, id],
    queryFn: ({ signal }) => call(getCatalogVersion, { params: { id }, signal }),
    gcTime: 0,
  });
}

/** Publishes the draft whose differences have this ETag. */
export function usePublishCatalog() {
  return useDraftMutation(({ note, etag }: { note: string; etag: string | null }) =>
    call(publishCatalog, { body: { note }, ...under(etag) }),
  );
}

function under(etag: string | null): { ifMatch?: string } {
  return etag ? { ifMatch: etag } : {};
}

/** Discards the draft whose differences have this ETag. */
export function useDiscardDraft() {
  return useDraftMutation((etag: string | null) => call(discardCatalogDraft, under(etag)));
}

export function useStartDraft() {
  return useDraftMutation((from: number) => call(startCatalogDraft, { body: { from } }));
}

type Rebase = { body: BodyInput<typeof rebaseCatalogDraft>; etag: string | null };

/** Rebases the draft whose differences have this ETag. */
export function useRebaseDraft() {
  return useDraftMutation(({ body, etag }: Rebase) => call(rebaseCatalogDraft, { body, ...under(etag) }));
}

/** A change of the whole draft: everything that shows it is read again. */
function useDraftMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [getCatalogDraft, listCatalogVersions, getCatalogNames].map(({ name }) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}

/** Whether the public page, read from this browser, shows a version or a later one. */
export function publicVersionQuery(version: number) {
  return queryOptions({
    queryKey: ['publicVersion', version],
    queryFn: async ({ signal }) => ({ isLive: versionOnPage(await readPublicPage(signal)) >= version }),
    gcTime: 0,
  });
}

/** The version in the page's block of data; 0 without one. */
function versionOnPage(html: string): number {
  const block = /<script[^>]*\bid="catalog"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  return Number(/"version":\s*(\d+)/.exec(block)?.[1] ?? 0);
}
