import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { getLegalText, listLegalTexts, previewLegalText, publishLegalText } from '#contract/terms.ts';
import type { LegalText } from '#domain/rental/terms.ts';
import { call } from '#web/api/call.ts';

export const legalTextsQuery = queryOptions({
  queryKey: [listLegalTexts.name],
  queryFn: ({ signal }) => call(listLegalTexts, { signal }),
  refetchOnMount: 'always',
});

/** `rateCardId`: the card whose deposits the text shows; null for those of today. */
export function legalTextQuery(type: LegalText, version: string, rateCardId: string | null) {
  const query = rateCardId === null ? {} : { rateCardId };
  return queryOptions({
    queryKey: [getLegalText.name, type, version, rateCardId],
    queryFn: ({ signal }) => call(getLegalText, { params: { type, version }, query, signal }),
  });
}

export function usePreviewText() {
  return useMutation({ mutationFn: (markdown: string) => call(previewLegalText, { body: { markdown } }) });
}

export function usePublishText() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof publishLegalText>) => call(publishLegalText, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: legalTextsQuery.queryKey }),
  });
}
