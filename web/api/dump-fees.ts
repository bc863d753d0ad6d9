import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addDumpFee, listDumpFees, type NewDumpFee, voidDumpFee } from '#contract/dump-fees.ts';
import { based, bookingHistoryQuery, bookingQuery, type Read } from '#web/api/bookings.ts';
import { call } from '#web/api/call.ts';

/**
 * The dump tickets of a booking, asked for anew with each of its versions: a ticket makes one. So what is proposed
 * from them is never older than the version that it is saved on.
 */
export function dumpFeesQuery({ value: { id }, etag }: Read) {
  return queryOptions({
    queryKey: [listDumpFees.name, id, etag],
    queryFn: ({ signal }) => call(listDumpFees, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useAddDumpFee(id: number, ifMatch: string | null) {
  return useFeeChange(id, (body: NewDumpFee) =>
    call(addDumpFee, { params: { id }, body, ...based(ifMatch) }),
  );
}

export function useVoidDumpFee(id: number, ifMatch: string | null) {
  return useFeeChange(id, (feeId: number) => call(voidDumpFee, { params: { id, feeId }, ...based(ifMatch) }));
}

/** It is under way until the booking is there again: a price on top of the version before would be refused. */
function useFeeChange<Given, Reply>(id: number, change: (given: Given) => Promise<Reply>) {
  const client = useQueryClient();
  const askAgain = () => {
    void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
    return client.invalidateQueries({ queryKey: bookingQuery(id).queryKey });
  };
  return useMutation({
    mutationFn: change,
    onSuccess: askAgain,
    // Somebody else may have changed the tickets, or the answer was lost on its way: the page shows what is there.
    onError: () => void askAgain(),
  });
}
