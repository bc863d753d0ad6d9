import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { createStaff, deactivateStaff, listStaff } from '#contract/staff.ts';
import {
  createUser,
  deactivateUser,
  getUser,
  listUserHistory,
  listUsers,
  reactivateUser,
  type UserChanges,
  updateUser,
  upgradeToSuperAdmin,
} from '#contract/users.ts';
import { call, callWithEtag } from '#web/api/call.ts';

/** An account with its ETag. Reloaded whenever it is opened, so that a change starts from the latest version. */
export function userQuery(id: number) {
  return queryOptions({
    queryKey: [getUser.name, id],
    queryFn: ({ signal }) => callWithEtag(getUser, { params: { id }, signal }),
    gcTime: 0,
  });
}

export function userHistoryQuery(id: number) {
  return queryOptions({
    queryKey: [listUserHistory.name, id],
    queryFn: ({ signal }) => call(listUserHistory, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

export function useCreateUser() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createUser>) => call(createUser, { body }),
    onSuccess: () => void refresh(),
  });
}

type Change = { id: number; changes: UserChanges; etag: string | null };

export function useUpdateUser() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: ({ id, changes, etag }: Change) =>
      call(updateUser, { params: { id }, body: changes, ...(etag && { ifMatch: etag }) }),
    onSuccess: () => void refresh(),
  });
}

export function useDeactivateUser() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: (id: number) => call(deactivateUser, { params: { id } }),
    onSuccess: () => void refresh(),
  });
}

export function useReactivateUser() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: (id: number) => call(reactivateUser, { params: { id } }),
    onSuccess: () => void refresh(),
  });
}

export function useUpgradeUser() {
  const refresh = useAccountsRefresh();
  return useMutation({
    mutationFn: (id: number) => call(upgradeToSuperAdmin, { params: { id } }),
    onSuccess: () => void refresh(),
  });
}

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

/** Reloads users and team: the team is the administrators among the users. */
function useAccountsRefresh() {
  const client = useQueryClient();
  const names = [listUsers.name, listStaff.name, listUserHistory.name];
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
