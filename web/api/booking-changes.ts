import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type bookingChange,
  type ChangePreview,
  type ChangeResult,
  listChangeDays,
  makeBookingChange,
} from '#contract/booking-changes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { DayChangeType } from '#domain/rental/changes/change-types.ts';
import { useBookingChange } from '#web/api/bookings.ts';
import { call, UnexpectedReply } from '#web/api/call.ts';
import { reloadJobs } from '#web/api/jobs.ts';

type Body = z.input<typeof bookingChange>;
type WithoutPreview<B> = B extends unknown ? Omit<B, 'preview' | 'previewToken'> : never;
/** What to change, as the dialog has it. */
export type ChangeDraft = WithoutPreview<Body>;

/** What a change would do. Each input is a request of its own; an older one is aborted. Never from the cache. */
export function changePreviewQuery(id: number, change: ChangeDraft) {
  return queryOptions({
    queryKey: [makeBookingChange.name, id, change],
    queryFn: async ({ signal }): Promise<ChangePreview> => {
      const body = { ...change, preview: true } as Body;
      const reply = await call(makeBookingChange, { params: { id }, body, signal });
      if (!('previewToken' in reply)) throw new UnexpectedReply('The preview has no token');
      return reply;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

export type ChangeDays = ReplyOf<typeof listChangeDays>;

/** The days of a month to which a booking can be changed. */
export function changeDaysQuery(id: number, type: DayChangeType, month: string) {
  return queryOptions({
    queryKey: [listChangeDays.name, id, type, month],
    queryFn: ({ signal }) => call(listChangeDays, { params: { id }, query: { type, month }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export type SavedChange = { value: ChangeResult['booking']; etag: string; result: ChangeResult };

/** Makes the change that the preview with this token has shown. */
export function useMakeBookingChange(id: number) {
  const client = useQueryClient();
  return useBookingChange(
    async ({ change, previewToken }: { change: ChangeDraft; previewToken: string }): Promise<SavedChange> => {
      const body = { ...change, preview: false, previewToken } as Body;
      const result = await call(makeBookingChange, { params: { id }, body });
      if (!('booking' in result)) throw new UnexpectedReply('The change returned no booking');
      reloadJobs(client);
      return { value: result.booking, etag: `"${result.booking.version}"`, result };
    },
  );
}
