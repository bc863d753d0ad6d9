import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { onSessionLost } from '#web/api/call.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { createTabSession, TabSessionContext } from '#web/api/session.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { AdminRoutes } from './routes.tsx';

/** Nothing toasts before somebody has pressed something. */
const Toaster = lazy(async () => ({ default: (await import('#web/ui/Toaster.tsx')).Toaster }));

export function AdminApp() {
  const [client] = useState(createQueryClient);
  const [session] = useState(createTabSession);
  useEffect(() => onSessionLost(session.lose), [session]);
  // What one person read is not kept for the next.
  useEffect(
    () => session.subscribe(() => session.current().at === 'out' && client.removeQueries()),
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
      <Suspense>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
}
