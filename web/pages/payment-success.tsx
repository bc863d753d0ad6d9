import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { takePaymentFromAddress } from '#web/card/return-address.ts';
import { SiteFrame } from '#web/ui/SiteFrame.tsx';
import { findKeptPayment, findShownReceipt, keepPayment } from './kept-payment.ts';
import { PaymentSuccessPage } from './PaymentSuccessPage.tsx';

const root = document.getElementById('root');
const returned = takePaymentFromAddress();
if (returned) keepPayment(returned);
const kept = returned ? null : findShownReceipt();
const payment = kept ? null : (returned ?? findKeptPayment());
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteFrame>
        <PaymentSuccessPage payment={payment} kept={kept} />
      </SiteFrame>
    </QueryClientProvider>,
  );
}
