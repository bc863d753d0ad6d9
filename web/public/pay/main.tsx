import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { ErrorBoundary } from '#web/kit/ui/page/ErrorBoundary.tsx';
import { SiteFrame } from '#web/kit/ui/page/SiteFrame.tsx';
import { takePaymentFromAddress } from '#web/public/card/return-address.ts';
import { loadCardScript } from '#web/public/card/stripe.ts';
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
