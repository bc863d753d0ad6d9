import { useMutation, useQueryClient } from '@tanstack/react-query';
import { placePin, removePin } from '#contract/pins.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { call } from '#web/api/call.ts';
import { boardQuery, cannotUndo } from '#web/api/dispatch.ts';

/** Places the pin of a booking's address. */
export function useStorePin(day: string) {
  const client = useQueryClient();
  return useMutation({
    ...cannotUndo('Placing a pin'),
    mutationFn: ({ bookingId, point }: { bookingId: number; point: Point }) =>
      call(placePin, { params: { id: bookingId }, body: { lat: point.lat, lng: point.lng } }),
    onSettled: () => client.invalidateQueries({ queryKey: boardQuery(day).queryKey }),
  });
}

/** Removes the pin of a booking's address. */
export function useRemovePin(day: string) {
  const client = useQueryClient();
  return useMutation({
    ...cannotUndo('Removing a pin'),
    mutationFn: ({ bookingId }: { bookingId: number }) => call(removePin, { params: { id: bookingId } }),
    onSettled: () => client.invalidateQueries({ queryKey: boardQuery(day).queryKey }),
  });
}
