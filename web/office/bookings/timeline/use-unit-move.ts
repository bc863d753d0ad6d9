import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dumpster, getFleetTimeline, type TimelineBar } from '#contract/inventory.ts';
import { moveBooking } from '#contract/staff-bookings.ts';
import { UNDO_SECONDS } from '#domain/rental/bookings.ts';
import { call } from '#web/api/call.ts';
import { failureText } from '#web/kit/form/failure.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

type UnitMove = {
  bar: TimelineBar;
  unit: Dumpster;
  /** The unit that it had; undefined if this move undoes another one. */
  former: Dumpster | undefined;
};

/** Moves a booking to a unit, at the version that is shown, and reads the timeline again. It can be undone for ten seconds. */
export function useUnitMove(): (move: UnitMove) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ bar: { bookingId, role, version }, unit }: UnitMove) =>
      call(moveBooking, {
        params: { id: bookingId ?? 0 },
        body: { dumpsterId: unit.id, ...(role !== null && { role }) },
        ifMatch: `"${version}"`,
      }),
    onSuccess: ({ version }, { bar, unit, former }) =>
      toast({
        title: 'Booking Moved',
        text: `${bar.customer}, #${bar.bookingId}, ${former ? 'now has' : 'has'} unit ${unit.dumpsterNumber}${former ? '' : ' again'}.`,
        variant: 'plain',
        ...(former && {
          durationMs: UNDO_SECONDS * 1000,
          action: {
            label: 'Undo',
            run: () =>
              mutate({ bar: { ...bar, version, dumpsterId: unit.id }, unit: former, former: undefined }),
          },
        }),
      }),
    onError: (error, { unit }) =>
      toast({
        title: 'Booking not moved',
        text: failureText(`It could not be moved to unit ${unit.dumpsterNumber}.`, error),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [getFleetTimeline.name] }),
  });
  return mutate;
}
