import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const IDLE_TIMEOUT_MS = 5000;

/**
 * True once the first screen has its data, has been painted, and the browser has nothing else to do. What the first
 * screen does not need loads then, so that it does not share a slow connection with it.
 */
export function useFirstScreenDone(): boolean {
  const client = useQueryClient();
  const [isLoaded, setLoaded] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (isLoaded) return;
    const check = () => hasLoaded(client) && setLoaded(true);
    check();
    return client.getQueryCache().subscribe(check);
  }, [client, isLoaded]);
  useEffect(() => {
    if (!isLoaded || isDone) return;
    return afterPaint(() => setDone(true));
  }, [isLoaded, isDone]);
  return isDone;
}

function hasLoaded(client: QueryClient): boolean {
  const queries = client.getQueryCache().getAll();
  return client.isFetching() === 0 && queries.some(({ state }) => state.status !== 'pending');
}

/** Returns what cancels it. A hidden tab paints nothing, so there the timeout ends the wait. */
function afterPaint(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  let idle: number | undefined;
  // The second frame begins after the first was painted.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      idle = window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS });
    });
  });
  const timer = setTimeout(run, IDLE_TIMEOUT_MS);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
