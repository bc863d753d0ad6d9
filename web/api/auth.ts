import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeEmail,
  changePassword,
  changeUsername,
  endOtherSessions,
  endSession,
  forgotPassword,
  getCurrentUser,
  listSessions,
  login,
  logout,
  resetPassword,
} from '#contract/auth.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call, isCode } from '#web/api/call.ts';

export const currentUserQuery = queryOptions({
  queryKey: [getCurrentUser.name],
  queryFn: ({ signal }) => call(getCurrentUser, { signal }),
});

/** Asked for again whenever the list is entered: sessions come and go elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: [listSessions.name],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  refetchOnMount: 'always',
});

export function useLogin() {
  return useMutation({ mutationFn: (body: BodyInput<typeof login>) => call(login, { body }) });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
  });
}

export function useLogout() {
  return useMutation({ mutationFn: () => call(logout) });
}

export function useEndSession() {
  const refresh = useSessionsRefresh();
  return useMutation({
    mutationFn: async (id: string) => {
      await call(endSession, { params: { id } }).catch(unlessGone);
    },
    onSuccess: () => void refresh(),
  });
}

export function useEndOtherSessions() {
  const refresh = useSessionsRefresh();
  return useMutation({ mutationFn: () => call(endOtherSessions), onSuccess: () => void refresh() });
}

/** The other sessions end with it. */
export function useChangePassword() {
  const refresh = useSessionsRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: () => void refresh(),
  });
}

/** All sessions end with it, this one too. */
export function useChangeUsername() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeUsername>) => call(changeUsername, { body }),
  });
}

/** The other sessions end with it. */
export function useChangeEmail() {
  const client = useQueryClient();
  const refresh = useSessionsRefresh();
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeEmail>) => call(changeEmail, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      void refresh();
    },
  });
}

function useSessionsRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

/** A session that ended meanwhile has ended. */
function unlessGone(error: unknown): void {
  if (!isCode(error, 'not_found')) throw error;
}
