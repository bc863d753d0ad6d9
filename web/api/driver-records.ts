import { queryOptions } from '@tanstack/react-query';
import { getStopRecord, listBookingStopRecords } from '#contract/stop-records.ts';
import { call } from '#web/api/call.ts';

/** What a driver recorded at a stop. `positions`: with the places, which staff ask for. */
export function stopRecordQuery(id: number, { positions = false } = {}) {
  return queryOptions({
    queryKey: [getStopRecord.name, id, { positions }],
    queryFn: ({ signal }) =>
      call(getStopRecord, { params: { id }, query: positions ? { positions: 'true' } : {}, signal }),
    refetchOnMount: 'always',
  });
}

/** What drivers recorded for a booking, by day. */
export function bookingRecordsQuery(id: number) {
  return queryOptions({
    queryKey: [listBookingStopRecords.name, id],
    queryFn: ({ signal }) => call(listBookingStopRecords, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The address of a photo; only staff can open it. */
export const photoUrl = (id: string) => `/api/admin/photos/${encodeURIComponent(id)}`;
