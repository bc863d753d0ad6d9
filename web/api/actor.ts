import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/auth.ts';
import type { Role } from '#domain/access.ts';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';

export type Actor = {
  /** Null until the server's reply. */
  account: Account | null;
  /** Known before the reply, from the stored session state, so that the layout does not wait. */
  role: Role | null;
  error: Error | null;
  refetch: () => void;
};

/** The signed-in user. Screens use the role to show actions; the server enforces it. */
export function useActor(): Actor {
  const { sessionState } = useTabSession();
  const { data = null, error, refetch } = useQuery(currentUserQuery);
  const storedRole = sessionState.status === 'signedIn' && !error ? sessionState.role : null;
  return { account: data, role: data?.role ?? storedRole, error, refetch: () => void refetch() };
}
