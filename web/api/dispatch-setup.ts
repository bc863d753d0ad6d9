import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type DISPATCH_HISTORY_KINDS,
  type DispatchSettingsChanges,
  getDispatchSettings,
  listDispatchHistory,
  updateDispatchSettings,
} from '#contract/dispatch-settings.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { createSite, deleteSite, listSites, type SiteChanges, updateSite } from '#contract/sites.ts';
import { createTruck, deleteTruck, listTrucks, type TruckChanges, updateTruck } from '#contract/trucks.ts';
import { edited } from '#web/api/business.ts';
import { call, callWithEtag } from '#web/api/call.ts';

export const trucksQuery = queryOptions({
  queryKey: [listTrucks.name],
  queryFn: ({ signal }) => call(listTrucks, { signal }),
  refetchOnMount: 'always',
});

/** One truck with its ETag. Throws when it was deleted. */
export function truckQuery(id: number) {
  return queryOptions({
    queryKey: [listTrucks.name, id],
    queryFn: async ({ signal }) => versionedIn(await call(listTrucks, { signal }), id, 'truck'),
  });
}

export const sitesQuery = queryOptions({
  queryKey: [listSites.name],
  queryFn: ({ signal }) => call(listSites, { signal }),
  refetchOnMount: 'always',
});

/** One site with its ETag. Throws when it was deleted. */
export function siteQuery(id: number) {
  return queryOptions({
    queryKey: [listSites.name, id],
    queryFn: async ({ signal }) => versionedIn(await call(listSites, { signal }), id, 'site'),
  });
}

/** A row of a list as the version that a form changes. */
export function versionedSetupRow<Row extends { version: number }>(
  value: Row,
): { value: Row; etag: string | null } {
  return { value, etag: `"${value.version}"` };
}

function versionedIn<Row extends { id: number; version: number }>(rows: Row[], id: number, noun: string) {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Error(`This ${noun} was deleted`);
  return versionedSetupRow(row);
}

/** There is one row of settings; the form identifies what it edits by an id. */
export const dispatchSettingsQuery = queryOptions({
  queryKey: [getDispatchSettings.name, 1],
  queryFn: async ({ signal }) => edited(await callWithEtag(getDispatchSettings, { signal })),
  refetchOnMount: 'always',
});

export function dispatchHistoryQuery(kind: (typeof DISPATCH_HISTORY_KINDS)[number]) {
  return queryOptions({
    queryKey: [listDispatchHistory.name, kind],
    queryFn: ({ signal }) => call(listDispatchHistory, { query: { kind }, signal }),
    refetchOnMount: 'always',
  });
}

type Change<Changes> = { id: number; changes: Changes; etag: string | null };
const ifMatchOf = (etag: string | null) => (etag ? { ifMatch: etag } : {});

function useSetupRefresh(list: string) {
  const client = useQueryClient();
  return () => {
    for (const name of [list, listDispatchHistory.name]) void client.invalidateQueries({ queryKey: [name] });
  };
}

export function useCreateTruck() {
  const onSuccess = useSetupRefresh(listTrucks.name);
  return useMutation({
    mutationFn: (body: BodyInput<typeof createTruck>) => call(createTruck, { body }),
    onSuccess,
  });
}

export function useUpdateTruck() {
  const onSuccess = useSetupRefresh(listTrucks.name);
  return useMutation({
    mutationFn: ({ id, changes, etag }: Change<TruckChanges>) =>
      call(updateTruck, { params: { id }, body: changes, ...ifMatchOf(etag) }),
    onSuccess,
  });
}

type Removal = { id: number; version: number };

export function useDeleteTruck() {
  const onSuccess = useSetupRefresh(listTrucks.name);
  return useMutation({
    mutationFn: async ({ id, version }: Removal) => {
      await call(deleteTruck, { params: { id }, ifMatch: `"${version}"` });
    },
    onSuccess,
  });
}

export function useCreateSite() {
  const onSuccess = useSetupRefresh(listSites.name);
  return useMutation({
    mutationFn: (body: BodyInput<typeof createSite>) => call(createSite, { body }),
    onSuccess,
  });
}

export function useUpdateSite() {
  const onSuccess = useSetupRefresh(listSites.name);
  return useMutation({
    mutationFn: ({ id, changes, etag }: Change<SiteChanges>) =>
      call(updateSite, { params: { id }, body: changes, ...ifMatchOf(etag) }),
    onSuccess,
  });
}

export function useDeleteSite() {
  const onSuccess = useSetupRefresh(listSites.name);
  return useMutation({
    mutationFn: async ({ id, version }: Removal) => {
      await call(deleteSite, { params: { id }, ifMatch: `"${version}"` });
    },
    onSuccess,
  });
}

export function useUpdateDispatchSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ changes, etag }: Omit<Change<DispatchSettingsChanges>, 'id'>) =>
      edited(await callWithEtag(updateDispatchSettings, { body: changes, ...ifMatchOf(etag) })),
    onSuccess: (saved) => {
      client.setQueryData(dispatchSettingsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: [listDispatchHistory.name] });
    },
  });
}
