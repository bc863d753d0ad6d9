import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api/query-client.ts';
import { SiteFrame } from '#web/kit/ui/page/SiteFrame.tsx';
import { takePaymentFromAddress } from '#web/public/card/return-address.ts';
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
