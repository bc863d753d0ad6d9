import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { BrowserRouter } from 'react-router';
import { onSessionLost } from '#web/api/call.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { createTabSession, TabSessionContext } from '#web/api/session.ts';
import { Announcer } from '#web/kit/ui/Announcer.tsx';
import { forgetUserValues } from '#web/kit/ui/browser/user-values.ts';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { AdminRoutes } from './routes.tsx';

const Toaster = lazy(async () => ({ default: (await import('#web/kit/ui/toast/Toaster.tsx')).Toaster }));

export function AdminApp() {
  const [client] = useState(createQueryClient);
  const [session] = useState(createTabSession);
  useEffect(() => onSessionLost(session.lose), [session]);
  // Data that one user loaded must not be shown to the next.
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.current().status !== 'signedOut') return;
        client.removeQueries();
        forgetUserValues();
      }),
    [client, session],
  );
  return (
    <QueryClientProvider client={client}>
      <TabSessionContext value={session}>
        <BrowserRouter>
          <ErrorBoundary>
            <AdminRoutes />
          </ErrorBoundary>
        </BrowserRouter>
      </TabSessionContext>
      <Announcer />
      <ErrorBoundary>
        <Suspense>{useHasPressed() && <Toaster />}</Suspense>
      </ErrorBoundary>
    </QueryClientProvider>
  );
}

/** No toast appears before the first user action, so the toast script loads later. */
function useHasPressed(): boolean {
  return useSyncExternalStore(onFirstPress, hasPressed);
}

let isPressed = false;
const hasPressed = () => isPressed;
/** Some assistive tools only send clicks. */
const PRESSES = ['pointerdown', 'keydown', 'click'] as const;

function onFirstPress(tell: () => void): () => void {
  const press = () => {
    isPressed = true;
    tell();
  };
  for (const each of PRESSES) document.addEventListener(each, press, { once: true, passive: true });
  return () => {
    for (const each of PRESSES) document.removeEventListener(each, press);
  };
}
