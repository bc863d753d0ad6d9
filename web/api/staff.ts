import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { createStaff, deactivateStaff } from '#contract/staff.ts';
import { call } from '#web/api/call.ts';
import { useAccountsRefresh } from '#web/api/users.ts';

export function useCreateStaff() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createStaff>) => call(createStaff, { body }),
    onSuccess: () => void refresh(),
  });
}

export function useDeactivateStaff() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: (id: number) => call(deactivateStaff, { params: { id } }),
    onSuccess: () => void refresh(),
  });
}
