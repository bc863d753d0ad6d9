import { useCallback, useEffect, useRef, useState } from 'react';
import { createPaymentIntent } from '#contract/checkout.ts';
import { CallError, call } from '#web/api/call.ts';
import type { PaymentRef } from '#web/api/checkout.ts';
import { type PaidStatus, paidStatus } from '#web/public/card/confirm-card.ts';
import { type CardScript, loadCardScript } from '#web/public/card/stripe.ts';

export type LinkPayment =
  | { type: 'opening' }
  /** `hasFailed`: the customer has returned from a bank that declined. */
  | { type: 'open'; stripe: CardScript; clientSecret: string; hasFailed: boolean }
  | { type: 'failed'; failure: LinkFailure };

export type LinkToPay = {
  token: string;
  bookingId: number;
  /** The version of the terms that the customer accepted on this page; null when none was asked for. */
  termsVersion: string | null;
  /** The payment in the return URL, read when the page was opened. */
  returned: PaymentRef | null;
  /** Reads the link again. Resolves to false if it can still be paid. */
  hasChanged: () => Promise<boolean>;
  onPaid: (status: PaidStatus) => void;
};

/** Opens the payment of a payable link, and again through `open`. */
export function useLinkPayment({ token, bookingId, termsVersion, returned, ...page }: LinkToPay) {
  const [payment, setPayment] = useState<LinkPayment>({ type: 'opening' });
  const [remark, setRemark] = useState('');
  const latest = useRef({ asked: 0, page });
  latest.current.page = page;

  const open = useCallback(async () => {
    latest.current.asked += 1;
    const mine = latest.current.asked;
    setPayment({ type: 'opening' });
    setRemark('');
    const answer = await openPayment({ token, bookingId, termsVersion, returned });
    const isChanged = answer.type === 'failed' && answer.failure.kind === 'changed';
    if (isChanged && (await latest.current.page.hasChanged())) return;
    if (mine !== latest.current.asked) return;
    if (answer.type === 'paid') latest.current.page.onPaid(answer.status);
    else setPayment(answer);
  }, [token, bookingId, termsVersion, returned]);

  useEffect(() => {
    void open();
    return () => {
      latest.current.asked += 1;
    };
  }, [open]);

  /** Checks before the payment that the link is still as shown. */
  const verifyBeforePayment = async (shownSecret: string): Promise<boolean> => {
    setRemark('');
    try {
      if ((await openPayLink({ token, bookingId, termsVersion })) === shownSecret) return true;
      await open();
      setRemark('The payment was opened again. You were not charged: please enter your card again.');
    } catch (error) {
      const { kind, message } = toLinkFailure(error);
      if (kind === 'paid') page.onPaid('succeeded');
      else if (kind !== 'changed' || !(await page.hasChanged()))
        setRemark(`You were not charged. ${message}`);
    }
    return false;
  };

  const fail = (message: string) => setPayment({ type: 'failed', failure: { kind: 'failed', message } });
  return { payment, remark, open, verifyBeforePayment, fail };
}

type OpenedLink = Pick<LinkToPay, 'token' | 'bookingId' | 'termsVersion'>;
type Answer = Exclude<LinkPayment, { type: 'opening' }> | { type: 'paid'; status: PaidStatus };

/** Reads the payment from Stripe, which knows its status before the server: a reload after paying must not ask for another payment. */
async function openPayment({ returned, ...link }: OpenedLink & Pick<LinkToPay, 'returned'>): Promise<Answer> {
  try {
    const [clientSecret, stripe] = await Promise.all([openPayLink(link), loadCardScript()]);
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    const status = paidStatus(paymentIntent);
    if (status) return { type: 'paid', status };
    const isReturn = returned?.clientSecret === clientSecret;
    const hasFailed = isReturn && paymentIntent?.status === 'requires_payment_method';
    return { type: 'open', stripe, clientSecret, hasFailed };
  } catch (error) {
    const failure = toLinkFailure(error);
    return failure.kind === 'paid' ? { type: 'paid', status: 'succeeded' } : { type: 'failed', failure };
  }
}

/** Why the payment of a link could not be opened, with the text for the customer. */
export type LinkFailure = {
  /** 'changed': the link differs from what the page shows. 'paid': the payment has succeeded at Stripe. */
  kind: 'busy' | 'paid' | 'changed' | 'failed';
  message: string;
};

const BUSY = 'Our office is working on this payment right now. Please try again in a moment.';
const FAILED = 'We could not open the payment. You were not charged. Please try again.';

function toLinkFailure(error: unknown): LinkFailure {
  if (!(error instanceof CallError) || !error.reply) return { kind: 'failed', message: FAILED };
  const { code, message } = error.reply;
  switch (code) {
    case 'busy':
      return { kind: 'busy', message: BUSY };
    case 'nothing_due':
    case 'already_paid':
      return { kind: 'paid', message };
    case 'conflict':
    case 'terms_changed':
      return { kind: 'changed', message };
    case 'not_found':
    case 'unauthenticated':
    case 'forbidden':
      return { kind: 'changed', message: FAILED };
    case 'too_many':
    case 'maintenance':
    case 'provider_unavailable':
      return { kind: 'failed', message };
    default:
      return { kind: 'failed', message: FAILED };
  }
}

/** Opens the payment of a payment link. Returns the client secret of its payment intent. */
async function openPayLink({ token, bookingId, termsVersion }: OpenedLink): Promise<string> {
  const accepted = termsVersion === null ? {} : { terms: true as const, termsVersion };
  const { clientSecret } = await call(createPaymentIntent, {
    body: { bookingId, payToken: token, ...accepted },
  });
  return clientSecret;
}
