import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  createDumpster,
  type DumpsterChanges,
  deleteDumpster,
  getDumpster,
  listDumpsterSchedule,
  listDumpsters,
  listSchedules,
  listSizeAvailability,
  type UnitScheduleEntry,
  updateDumpster,
} from '#contract/inventory.ts';
import { correctUnitLocation, getUnitLocation, type LocationCorrection } from '#contract/unit-locations.ts';
import type { Day } from '#domain/shared/days.ts';
import { call, callWithEtag } from '#web/api/call.ts';

/** First and last day. The server chooses a missing one. */
export type Window = { from?: Day; to?: Day };

/** A unit with its ETag. Reloaded whenever it is opened, so that a change starts from the latest version. */
export function dumpsterQuery(id: number) {
  return queryOptions({
    queryKey: [getDumpster.name, id],
    queryFn: ({ signal }) => callWithEtag(getDumpster, { params: { id }, signal }),
    gcTime: 0,
  });
}

/** Where a unit is and was, with the ETag that a correction sends back. */
export function unitLocationQuery(id: number) {
  return queryOptions({
    queryKey: [getUnitLocation.name, id],
    queryFn: ({ signal }) => callWithEtag(getUnitLocation, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The free units of each size. Keeps the previous figures while other days load. */
export function availabilityQuery(window: Window) {
  return queryOptions({
    queryKey: [listSizeAvailability.name, window],
    queryFn: ({ signal }) => call(listSizeAvailability, { query: window, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** The schedule of a unit: bookings and unpaid holds. */
export function dumpsterScheduleQuery(dumpsterId: number, window: Window) {
  const query = { ...window, holds: 'true' } as const;
  return queryOptions({
    queryKey: [listDumpsterSchedule.name, dumpsterId, window],
    queryFn: ({ signal }) => call(listDumpsterSchedule, { params: { dumpsterId }, query, signal }),
    refetchOnMount: 'always',
  });
}

export function useCreateDumpster() {
  const refresh = useInventoryRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createDumpster>) => call(createDumpster, { body }),
    onSuccess: () => void refresh(),
  });
}

type Change = { id: number; changes: DumpsterChanges; etag?: string | null; today: Day };

/** Changes a unit. For a unit that is switched off, also returns its remaining bookings; null if they could not be read. */
export function useUpdateDumpster() {
  const refresh = useInventoryRefresh();
  return useMutation({
    mutationFn: async ({ id, changes, etag, today }: Change) => {
      const ifMatch = etag ? { ifMatch: etag } : {};
      const dumpster = await call(updateDumpster, { params: { id }, body: changes, ...ifMatch });
      const staying = changes.isAvailable === false ? await comingBookings(id, today) : null;
      return { dumpster, staying };
    },
    onSuccess: () => void refresh(),
  });
}

type Correction = { id: number; correction: LocationCorrection; etag: string | null };

export function useCorrectLocation() {
  const client = useQueryClient();
  const refresh = useInventoryRefresh();
  return useMutation({
    mutationFn: ({ id, correction, etag }: Correction) =>
      call(correctUnitLocation, { params: { id }, body: correction, ...(etag ? { ifMatch: etag } : {}) }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [getUnitLocation.name] });
      void refresh();
    },
  });
}

export function useDeleteDumpster() {
  const refresh = useInventoryRefresh();
  return useMutation({
    mutationFn: async (id: number) => {
      await call(deleteDumpster, { params: { id } });
    },
    onSuccess: () => void refresh(),
  });
}

/** Returns null on failure: the change itself has succeeded. */
async function comingBookings(dumpsterId: number, from: Day): Promise<UnitScheduleEntry[] | null> {
  return call(listDumpsterSchedule, { params: { dumpsterId }, query: { from } }).catch(() => null);
}

function useInventoryRefresh() {
  const client = useQueryClient();
  const names = [listDumpsters, listSizeAvailability, listSchedules, listDumpsterSchedule].map(
    ({ name }) => name,
  );
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
