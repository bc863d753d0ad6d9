import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { takePaymentFromAddress } from '#web/card/return-address.ts';
import { loadCardScript } from '#web/card/stripe.ts';
import { CallUs } from '#web/ui/ContactLinks.tsx';
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';
import { payTokenFromUrl } from './link-state.ts';
import { PayPage } from './PayPage.tsx';

const root = document.getElementById('root');
const returned = takePaymentFromAddress();
const token = payTokenFromUrl();
// Loads Stripe.js in parallel with the link. Opening the payment retries and reports failures.
if (token) loadCardScript().catch(() => {});
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteFrame>
        <ErrorBoundary
          consequence="Loading it again charges nothing, and shows whether the balance is paid."
          help={<CallUs before="Still not working?" />}
        >
          <PayPage token={token} returned={returned} />
        </ErrorBoundary>
      </SiteFrame>
    </QueryClientProvider>,
  );
}
