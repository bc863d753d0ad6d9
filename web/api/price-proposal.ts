import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  addPriceAddition,
  changeKeptDays,
  getPriceProposal,
  type KeptDaysInput,
  type NewPriceAddition,
  voidPriceAddition,
} from '#contract/price-proposal.ts';
import {
  ifMatchOption,
  useBookingChange,
  type VersionedBooking,
  type VersionInput,
} from '#web/api/bookings.ts';
import { call, callWithEtag } from '#web/api/call.ts';

/**
 * The proposed final price of a booking. Loaded for each version, because each ticket and addition makes a new one: it
 * is never older than the version that it is saved on.
 */
export function priceProposalQuery({ value: { id }, etag }: VersionedBooking) {
  return queryOptions({
    queryKey: [getPriceProposal.name, id, etag],
    queryFn: ({ signal }) => call(getPriceProposal, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

export function useAddPriceAddition(id: number) {
  return useBookingChange(({ ifMatch, ...body }: VersionInput & NewPriceAddition) =>
    callWithEtag(addPriceAddition, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}

export function useVoidPriceAddition(id: number) {
  return useBookingChange(({ ifMatch, additionId }: VersionInput & { additionId: number }) =>
    callWithEtag(voidPriceAddition, { params: { id, additionId }, ...ifMatchOption(ifMatch) }),
  );
}

export function useChangeKeptDays(id: number) {
  return useBookingChange(({ ifMatch, ...body }: VersionInput & KeptDaysInput) =>
    callWithEtag(changeKeptDays, { params: { id }, body, ...ifMatchOption(ifMatch) }),
  );
}
