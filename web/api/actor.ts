import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/auth.ts';
import type { Role } from '#domain/access.ts';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';

export type Actor = {
  /** Null until the server has said who is signed in. */
  account: Account | null;
  /** Known earlier, from what this tab believes: the layout need not wait. */
  role: Role | null;
  error: Error | null;
  refetch: () => void;
};

/** Who is signed in. Screens offer by it; the server decides. */
export function useActor(): Actor {
  const { sessionState } = useTabSession();
  const { data = null, error, refetch } = useQuery(currentUserQuery);
  const believed = sessionState.status === 'signedIn' && !error ? sessionState.role : null;
  return { account: data, role: data?.role ?? believed, error, refetch: () => void refetch() };
}
