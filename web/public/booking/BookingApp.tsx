import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { SiteFrame } from '#web/kit/ui/page/SiteFrame.tsx';
import { Toaster } from '#web/kit/ui/toast/Toaster.tsx';
import { BookingFlow } from './BookingFlow.tsx';
import type { RepeatResult } from './extras/repeat-link.ts';
import type { PaymentPart } from './payment/PaymentStep.tsx';
import { firstScreen, type Screen } from './visits.ts';

type Props = {
  catalog: PublicCatalog;
  /** The screen that a new document resumes; without it the first step. */
  start?: Screen;
  /** The option that the customer picked on the prerendered page while the app was loading. */
  picked?: string | null;
  /** What the link 'Same as last time' fills in. */
  repeated?: Promise<RepeatResult> | null;
  /** What takes the payment in step 3; by default the card form. */
  Payment?: PaymentPart;
};

/** Renders in browsers, in the build and at the edge, with the same result for the same catalog. */
export function BookingApp({ catalog, start, picked = null, repeated = null, Payment }: Props) {
  const [client] = useState(createQueryClient);
  const [first] = useState(() => start ?? firstScreen(catalog));
  return (
    <QueryClientProvider client={client}>
      <SiteFrame>
        <ErrorBoundary
          consequence="Everything you typed is kept."
          help={<CallUs before="Still not working?" />}
        >
          <BookingFlow start={first} picked={picked} repeated={repeated} Payment={Payment} />
        </ErrorBoundary>
      </SiteFrame>
      <Toaster />
    </QueryClientProvider>
  );
}
