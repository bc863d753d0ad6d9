import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';

/** Without its script the office works as without the socket. */
const LiveUpdates = lazy(async () => {
  const loaded = await import('./LiveUpdates.tsx').catch(() => null);
  return { default: loaded?.LiveUpdates ?? (() => null) };
});

/** Starts the live updates once the first screen has its data. */
export function LiveLoader() {
  const client = useQueryClient();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (isReady) return;
    const check = () => hasLoaded(client) && setReady(true);
    check();
    return client.getQueryCache().subscribe(check);
  }, [client, isReady]);
  return <Suspense>{isReady && <LiveUpdates />}</Suspense>;
}

function hasLoaded(client: QueryClient): boolean {
  const queries = client.getQueryCache().getAll();
  return client.isFetching() === 0 && queries.some(({ state }) => state.status !== 'pending');
}
