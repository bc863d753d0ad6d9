import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { takePaymentFromAddress } from '#web/card/return-address.ts';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';
import { findKept, keepPayment } from './kept-payment.ts';
import { PaymentSuccessPage } from './PaymentSuccessPage.tsx';

const root = document.getElementById('root');
const returned = takePaymentFromAddress();
if (returned) keepPayment(returned);
const { receipt, payment } = returned ? { receipt: null, payment: returned } : findKept();
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteFrame>
        <PaymentSuccessPage payment={payment} kept={receipt} />
      </SiteFrame>
    </QueryClientProvider>,
  );
}
