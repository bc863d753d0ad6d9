import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dumpster, getFleetTimeline, type TimelineBar } from '#contract/inventory.ts';
import { moveBooking } from '#contract/staff-bookings.ts';
import { call } from '#web/api/call.ts';
import { failureText } from '#web/form/failure.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

type UnitMove = { bar: TimelineBar; unit: Dumpster };

/** Moves a booking to a unit, at the version that is shown, and reads the timeline again. */
export function useUnitMove(): (move: UnitMove) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ bar: { bookingId, version }, unit }: UnitMove) =>
      call(moveBooking, {
        params: { id: bookingId ?? 0 },
        body: { dumpsterId: unit.id },
        ifMatch: `"${version}"`,
      }),
    onSuccess: (_, { bar, unit }) =>
      toast({
        title: 'Booking Moved',
        text: `${bar.customer}, #${bar.bookingId}, now has unit ${unit.dumpsterNumber}.`,
        variant: 'plain',
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
