import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { takePaymentFromAddress } from '#web/card/return-address.ts';
import { SiteFrame } from '#web/ui/page/SiteFrame.tsx';
import { PaymentSuccessPage } from './PaymentSuccessPage.tsx';
import { findStored, savePayment } from './stored-payment.ts';

const root = document.getElementById('root');
const returned = takePaymentFromAddress();
if (returned) savePayment(returned);
const { receipt, payment } = returned ? { receipt: null, payment: returned } : findStored();
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteFrame>
        <PaymentSuccessPage payment={payment} storedReceipt={receipt} />
      </SiteFrame>
    </QueryClientProvider>,
  );
}
