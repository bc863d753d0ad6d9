import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PaymentRef } from '#web/api/checkout.ts';
import { cardAppearance } from '#web/card/appearance.ts';
import { type CardOwner, confirmCard } from '#web/card/confirm-card.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useTheme } from '#web/ui/use-theme.ts';

type Props = {
  clientSecret: string;
  owner: CardOwner;
  returnUrl: string;
  payLabel: string;
  backLabel: string;
  onBack: () => void;
  /** Asked before the card is confirmed: false keeps it from being charged. */
  mayConfirm: () => Promise<boolean>;
  onProcessing: (isProcessing: boolean) => void;
  onPaid: (payment: PaymentRef) => void;
  children?: ReactNode;
};

/** Card fields, and the two ways on. */
export function CardForm({ stripe, ...form }: Props & { stripe: Stripe }) {
  const appearance = cardAppearance(useTheme());
  const { clientSecret } = form;
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <Fields {...form} />
    </Elements>
  );
}

/** Cards only; what the customer has told us already is not asked again. */
const FIELDS: StripePaymentElementOptions = {
  fields: { billingDetails: 'never' },
  terms: { card: 'never' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
};

/** The same intent is asked again, so a payment that went through unnoticed is found and not repeated. */
const UNKNOWN =
  'We could not learn whether the payment went through. Try again to find out: you are never charged twice.';

function Fields({ mayConfirm, onProcessing, onPaid, children, ...props }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isProcessing, setProcessing] = useState(false);
  const [problem, setProblem] = useState('');

  const process = async () => {
    if (!stripe || !elements || !isReady) {
      toast({ title: 'Error', text: 'Stripe has not been properly initialized.', look: 'destructive' });
      return;
    }
    setProblem('');
    const { clientSecret, owner, returnUrl } = props;
    const outcome = await confirmCard({ stripe, elements, clientSecret, owner, returnUrl, mayConfirm });
    if (outcome.at === 'paid') onPaid(outcome.payment);
    if (outcome.at === 'failed') {
      setProblem(outcome.isUncharged ? outcome.text : `${outcome.text} ${UNKNOWN}`);
      toast({ title: outcome.title, text: outcome.text, look: 'destructive' });
    }
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (isProcessing) return;
    setProcessing(true);
    onProcessing(true);
    await process();
    setProcessing(false);
    onProcessing(false);
  };

  return (
    <form onSubmit={pay} aria-label="Card payment" aria-busy={isProcessing}>
      <div className="min-h-44">
        <PaymentElement options={FIELDS} onReady={() => setReady(true)} />
      </div>
      {problem && (
        <Notice look="danger" className="mt-5">
          {problem}
        </Notice>
      )}
      {children}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button look="secondary" onClick={props.onBack} disabled={isProcessing}>
          <Icon name="left" className="size-4" />
          {props.backLabel}
        </Button>
        <Button type="submit" disabled={isProcessing}>
          <Icon name="lock" className="size-4" />
          {isProcessing ? 'Processing...' : props.payLabel}
        </Button>
      </div>
    </form>
  );
}
