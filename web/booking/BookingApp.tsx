import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { RentalType } from '#domain/rental.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { CallUs } from '#web/ui/ContactLinks.tsx';
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';
import { Toaster } from '#web/ui/toast/Toaster.tsx';
import { BookingFlow } from './BookingFlow.tsx';
import type { Screen } from './visits.ts';

type Props = {
  start: Screen;
  /** The option that the customer picked on the prerendered page while the app was loading. */
  picked: RentalType | null;
};

export function BookingApp({ start, picked }: Props) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <SiteFrame>
        <ErrorBoundary
          consequence="Everything you typed is kept."
          help={<CallUs before="Still not working?" />}
        >
          <BookingFlow start={start} picked={picked} />
        </ErrorBoundary>
      </SiteFrame>
      <Toaster />
    </QueryClientProvider>
  );
}
