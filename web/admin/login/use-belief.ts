import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';

/** What the tab believes; a tab that knows nothing asks the server. Its 401 is heard by whoever listens to calls. */
export function useBelief() {
  const { session, belief } = useTabSession();
  const asked = useQuery({ ...currentUserQuery, enabled: belief.at === 'unknown' });
  const { data } = asked;
  useEffect(() => {
    if (data && belief.at === 'unknown') session.enter(data);
  }, [data, belief, session]);
  return { belief, asked };
}
