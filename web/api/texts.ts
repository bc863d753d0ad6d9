import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getBookingTexts, setTextConsent } from '#contract/texts.ts';
import { call } from './call.ts';

/** The consent to text messages and the texts of a booking. */
export function bookingTextsQuery(id: number) {
  return queryOptions({
    queryKey: [getBookingTexts.name, id],
    queryFn: ({ signal }) => call(getBookingTexts, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

export function useSetTextConsent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isGiven: boolean) => call(setTextConsent, { params: { id }, body: { isGiven } }),
    onSuccess: (texts) => client.setQueryData(bookingTextsQuery(id).queryKey, texts),
  });
}
