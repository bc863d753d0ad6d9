import type { StripeDetails } from '#contract/transactions.ts';
import type { TransactionType } from '#domain/transactions.ts';
import { Notice } from '#web/ui/Notice.tsx';

const TITLES = { payment: 'Last payment error', refund: 'Why the refund failed' };

type Props = { type: TransactionType; error: StripeDetails['last_payment_error'] };

/** What went wrong last, in Stripe's words and by Stripe's code. */
export function ErrorNotice({ type, error }: Props) {
  if (!error) return null;
  return (
    <Notice look="danger" role="note">
      <p className="font-semibold">{TITLES[type]}</p>
      {error.message && <p className="wrap-anywhere">{error.message}</p>}
      {error.code && <p className="wrap-anywhere">Code: {error.code}</p>}
    </Notice>
  );
}
