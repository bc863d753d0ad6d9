import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Account,
  endOtherSessions,
  endSession,
  getCurrentUser,
  listSessions,
  logout,
} from '#contract/auth.ts';
import type { Role } from '#domain/accounts/access.ts';
import { call, isCode } from '#web/api/call.ts';
import { useTabSession } from '#web/api/session.ts';

export const currentUserQuery = queryOptions({
  queryKey: [getCurrentUser.name],
  queryFn: ({ signal }) => call(getCurrentUser, { signal }),
});

/** Reloaded whenever the list is opened: sessions change on other devices. */
export const sessionsQuery = queryOptions({
  queryKey: [listSessions.name],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  refetchOnMount: 'always',
});

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

export function useSessionsRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

/** Ignores 404: the session has ended already. */
function unlessGone(error: unknown): void {
  if (!isCode(error, 'not_found')) throw error;
}

export type SignedInUser = {
  /** Null until the server's reply. */
  account: Account | null;
  /** Known before the reply, from the stored session state, so that the layout does not wait. */
  role: Role | null;
  error: Error | null;
  refetch: () => void;
};

/** The signed-in user. Screens use the role to show actions; the server enforces it. */
export function useSignedInUser(): SignedInUser {
  const { sessionState } = useTabSession();
  const { data = null, error, refetch } = useQuery(currentUserQuery);
  const storedRole = sessionState.status === 'signedIn' && !error ? sessionState.role : null;
  return { account: data, role: data?.role ?? storedRole, error, refetch: () => void refetch() };
}
