import { lazy, Suspense } from 'react';
import { useFirstScreenDone } from '#web/api/first-screen.ts';

/** Without its script the office works as without the socket. */
const LiveUpdates = lazy(async () => {
  const loaded = await import('./LiveUpdates.tsx').catch(() => null);
  return { default: loaded?.LiveUpdates ?? (() => null) };
});

/** Starts the live updates after the first screen. */
export function LiveLoader() {
  return <Suspense>{useFirstScreenDone() && <LiveUpdates />}</Suspense>;
}
