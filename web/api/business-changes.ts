import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BusinessChanges,
  listBusinessHistory,
  type PauseChanges,
  removeBusinessLogo,
  setBusinessLogo,
  setPause,
  updateBusiness,
} from '#contract/business-changes.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { businessQuery, edited, pauseQuery, shownProfile } from './business.ts';

export const businessHistoryQuery = queryOptions({
  queryKey: [listBusinessHistory.name],
  queryFn: ({ signal }) => call(listBusinessHistory, { signal }),
  refetchOnMount: 'always',
});

type Change<Changes> = { changes: Changes; etag: string | null };
const ifMatchOf = (etag: string | null) => (etag ? { ifMatch: etag } : {});

export function useUpdateBusiness() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ changes, etag }: Change<BusinessChanges>) =>
      shownProfile(await callWithEtag(updateBusiness, { body: changes, ...ifMatchOf(etag) })),
    onSuccess: (saved) => {
      client.setQueryData(businessQuery.queryKey, saved);
      void client.invalidateQueries(businessHistoryQuery);
    },
  });
}

/** Replaces the logo; null removes it. `onSaved` runs before the new version is on the screen. */
export function useSetLogo(onSaved: (saved: Awaited<ReturnType<typeof setLogo>>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: setLogo,
    onSuccess: (saved) => {
      onSaved(saved);
      client.setQueryData(businessQuery.queryKey, saved);
      void client.invalidateQueries(businessHistoryQuery);
    },
  });
}

async function setLogo({ file, etag }: { file: File | null; etag: string | null }) {
  const ifMatch = ifMatchOf(etag);
  return shownProfile(
    await (file
      ? callWithEtag(setBusinessLogo, { file, ...ifMatch })
      : callWithEtag(removeBusinessLogo, ifMatch)),
  );
}

export function useSetPause() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ changes, etag }: Change<PauseChanges>) =>
      edited(await callWithEtag(setPause, { body: changes, ...ifMatchOf(etag) })),
    onSuccess: (saved) => {
      client.setQueryData(pauseQuery.queryKey, saved);
      void client.invalidateQueries(businessHistoryQuery);
    },
  });
}
