import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { cardAppearance, cardFonts, type Theme } from './appearance.ts';
import { type CardOwner, confirmCard, type Outcome } from './confirm-card.ts';

type CardProblem = { title: string; text: string };

type Props = {
  stripe: Stripe;
  clientSecret: string;
  /** The cardholder, if the page knows it; otherwise the card fields ask for the billing details. */
  owner: CardOwner | null;
  returnUrl: string;
  payLabel: string;
  /** Stands behind the label. Screen readers read it in the text above. */
  payAmount?: string;
  back?: { label: string; onBack: () => void };
  /** Called before the card is confirmed. false prevents the charge. */
  mayConfirm: () => Promise<boolean>;
  onProcessing?: (isProcessing: boolean) => void;
  onPaid: (paid: Extract<Outcome, { type: 'paid' }>) => void;
  /** Shown below an error, such as how to contact the business. */
  help?: ReactNode;
  /** Appended to Stripe's message after a declined payment. */
  refusedAdvice?: string;
  /** A payment was submitted and failed. */
  onAttemptFailed?: (failure: { isDeclined: boolean }) => void;
  /** Shows the error elsewhere, too. Without it screen readers announce the notice in the form. */
  onProblem?: (problem: CardProblem) => void;
  /** The card fields could not be loaded. */
  onLoadError?: () => void;
  children?: ReactNode;
};

/** Card fields with the buttons Pay and Back. The fields follow the theme of the page. */
export function CardForm(props: Props) {
  const { stripe, clientSecret } = props;
  const theme = useTheme();
  const options = useMemo(
    () => ({ clientSecret, appearance: cardAppearance(theme), fonts: cardFonts() }),
    [clientSecret, theme],
  );
  // Elements never takes another client secret: another payment gets other fields.
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <Fields {...props} />
    </Elements>
  );
}

/** Cards only. */
const CARDS = {
  terms: { card: 'never' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
} as const satisfies StripePaymentElementOptions;

/** The page already knows the billing details, so the card fields do not ask for them. */
const OWNER_KNOWN: StripePaymentElementOptions = { ...CARDS, fields: { billingDetails: 'never' } };

const OWNER_UNKNOWN: StripePaymentElementOptions = {
  ...CARDS,
  defaultValues: { billingDetails: { address: { country: 'US' } } },
};

const NOT_READY = 'Stripe has not been properly initialized.';

const NOT_READY_ADVICE = 'Your card was not charged. Its fields are still loading: try again in a moment.';

/** A retry uses the same payment intent, so a payment that succeeded is found and not repeated. */
const UNKNOWN =
  'We could not learn whether the payment went through. Try again to find out: you are never charged twice.';

function Fields({ mayConfirm, onProcessing, onPaid, onProblem, back, children, ...props }: Props) {
  const [isReady, setReady] = useState(false);
  const [isProcessing, setProcessing] = useState(false);
  const [problem, setProblem] = useState('');
  const { stripe, clientSecret, owner } = props;
  const elements = useElements();

  const tell = ({ title, text }: CardProblem, inForm = text) => {
    setProblem(inForm);
    onProblem?.({ title, text });
  };
  const process = async () => {
    if (!isReady || !elements) {
      tell({ title: 'Error', text: NOT_READY }, NOT_READY_ADVICE);
      return;
    }
    setProblem('');
    const { returnUrl, refusedAdvice = '', onAttemptFailed } = props;
    let isSent = false;
    const askFirst = async () => {
      isSent = await mayConfirm();
      return isSent;
    };
    const confirmation = { stripe, elements, clientSecret, owner, returnUrl, mayConfirm: askFirst };
    const outcome = await confirmCard(confirmation);
    if (outcome.type === 'paid') onPaid(outcome);
    if (outcome.type === 'failed') {
      tell(outcome, `${outcome.text} ${adviceAfter(outcome.isUncharged, isSent, refusedAdvice)}`.trimEnd());
      if (isSent) onAttemptFailed?.(outcome);
    }
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (isProcessing) return;
    setProcessing(true);
    onProcessing?.(true);
    await process();
    setProcessing(false);
    onProcessing?.(false);
  };

  return (
    <form onSubmit={pay} aria-label="Card payment" aria-busy={isProcessing || !isReady}>
      <PaymentElement
        className="min-h-44"
        options={owner ? OWNER_KNOWN : OWNER_UNKNOWN}
        onReady={() => setReady(true)}
        onLoadError={() => props.onLoadError?.()}
      />
      {problem && (
        <Notice variant="danger" className="mt-5" {...(!onProblem && { role: 'alert' })}>
          <p>{problem}</p>
          {props.help}
        </Notice>
      )}
      {children}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        {back && (
          <Button variant="secondary" onClick={back.onBack} disabled={isProcessing}>
            <Icon name="left" className="size-4" />
            {back.label}
          </Button>
        )}
        <Button type="submit" disabled={isProcessing} className={back ? '' : 'w-full'}>
          <Icon name="lock" className="size-4" />
          {isProcessing ? 'Processing...' : props.payLabel}
          {props.payAmount && !isProcessing && (
            <span aria-hidden="true" className="tabular-nums">
              {props.payAmount}
            </span>
          )}
        </Button>
      </div>
    </form>
  );
}

function adviceAfter(isUncharged: boolean, isSent: boolean, refusedAdvice: string): string {
  if (!isUncharged) return isSent ? UNKNOWN : 'Your card was not charged.';
  return isSent ? refusedAdvice : '';
}

/** The current theme. ui/theme/theme-start.ts stores it on the root element. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, currentTheme, () => 'light');
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
