import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createDriverLink, reportPhoneLost } from '#contract/driver-session.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { listUserHistory } from '#contract/users.ts';
import { call } from '#web/api/call.ts';

/** A link that signs a driver in once. The history of the account names who created it. */
export function useCreateDriverLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createDriverLink>) => call(createDriverLink, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [listUserHistory.name] }),
  });
}

/** Ends all sessions and links of a driver. */
export function useReportPhoneLost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(reportPhoneLost, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [listUserHistory.name] }),
  });
}
