import { useCallback, useEffect, useRef, useState } from 'react';
import { isPaymentCanceled } from '#web/api/checkout.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import type { PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import {
  type CheckoutFailure,
  endsPayment,
  MOVED,
  notChargedText,
  unansweredFailure,
} from './checkout-failure.ts';
import { type OpenPayment, onHoldMoved } from './open-payment.ts';
import { type Handlers, type PaymentCall, useLatestPaymentCall } from './use-payment-call.ts';

type PaymentState = { status: 'opening' } | OpenPayment | { status: 'failed'; failure: CheckoutFailure };

/** `remark`: a message above the card form. */
type CheckoutState = { checkout: PaymentState; remark: string };

const OPENING: CheckoutState = { checkout: { status: 'opening' }, remark: '' };
const RENEWED = 'Your hold had ended and was renewed.';
/** Delays of the checks after a failed attempt. Stripe's report reaches the server within seconds. */
const CHECK_AFTER_SECONDS = [1, 2, 4, 8];

/** Opens the payment when the step is entered, and again through `open`. */
export function useCheckout(booking: PendingBooking, handlers: Handlers) {
  const call = useLatestPaymentCall(booking, handlers);
  const [shown, setShown] = useState(OPENING);

  const open = useCallback(
    async ({ continueHold = false, remark = '' } = {}) => {
      setShown(OPENING);
      const checkout = await call.ask(continueHold);
      if (!checkout) return;
      setShown({ checkout, remark: checkout.status === 'open' ? remark : '' });
      if (checkout.status === 'failed' && checkout.failure.kind === 'setup')
        toastSetupError(checkout.failure);
    },
    [call],
  );
  useEffect(() => {
    void open();
    return call.drop;
  }, [open, call]);

  const fail = useCallback((failure: CheckoutFailure) => {
    setShown({ checkout: { status: 'failed', failure }, remark: '' });
  }, []);
  const failToLoad = () => {
    const failure = unansweredFailure(null);
    fail(failure);
    toastSetupError(failure);
  };
  const attempts = useAttempts(call, { shown, setShown, open, fail });
  return { ...shown, open, failToLoad, ...attempts };
}

type Page = {
  shown: CheckoutState;
  setShown: (change: (before: CheckoutState) => CheckoutState) => void;
  open: (options: { remark: string }) => Promise<void>;
  fail: (failure: CheckoutFailure) => void;
};

/** The checks before and after a card payment. */
function useAttempts(call: PaymentCall, { shown: { checkout }, setShown, open, fail }: Page) {
  const clientSecret = checkout.status === 'open' ? checkout.clientSecret : null;
  const isConfirming = useRef(false);
  const setRemark = (remark: string) => setShown((before) => ({ ...before, remark }));

  useEffect(() => {
    if (!clientSecret) return;
    const failWhenMoved = async () => {
      const isCurrent = call.watch();
      const isMoved = await isPaymentCanceled(clientSecret);
      if (isMoved && isCurrent() && !isConfirming.current) fail(MOVED);
    };
    return onHoldMoved(() => void failWhenMoved());
  }, [clientSecret, call, fail]);

  const setConfirming = (isNow: boolean) => {
    isConfirming.current = isNow;
    if (isNow) setRemark('');
  };

  /** Checks before the payment that the hold and the price are still as shown. */
  const verifyBeforePayment = async (): Promise<boolean> => {
    const answer = await call.ask(false);
    if (answer?.status === 'open') {
      setShown(({ checkout: before, remark }) => ({ checkout: withDeclines(answer, before), remark }));
      if (answer.clientSecret === clientSecret) return true;
      toast({ title: 'Please enter your card again', text: RENEWED, variant: 'plain' });
      setRemark(`${RENEWED} Your card was not charged: please enter it again.`);
    } else if (answer && endsPayment(answer.failure)) fail(answer.failure);
    else if (answer) {
      toastSetupError(answer.failure);
      setRemark(notChargedText(answer.failure));
    }
    return false;
  };

  /** After a failed attempt, checks whether the server cancelled the payment: it does so after too many attempts. */
  const checkAfterFailure = async ({ isDeclined }: { isDeclined: boolean }) => {
    // The server counts a decline when Stripe has reported it, so the page counts its own.
    const declines = isDeclined ? 1 : 0;
    setShown(({ checkout: now, remark }) => ({
      checkout: now.status === 'open' ? { ...now, failedAttempts: now.failedAttempts + declines } : now,
      remark,
    }));
    const isCurrent = call.watch();
    for (const seconds of CHECK_AFTER_SECONDS) {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      if (!isCurrent() || !clientSecret) return;
      const isCanceled = await isPaymentCanceled(clientSecret);
      if (isCanceled && isCurrent()) return open({ remark: `${RENEWED} Please enter your card again.` });
    }
  };

  return { verifyBeforePayment, setConfirming, checkAfterFailure };
}

/** The same payment, with the declines that the server does not know yet. */
function withDeclines(answer: OpenPayment, before: PaymentState): OpenPayment {
  if (before.status !== 'open' || before.clientSecret !== answer.clientSecret) return answer;
  return { ...answer, failedAttempts: Math.max(answer.failedAttempts, before.failedAttempts) };
}

function toastSetupError({ message }: CheckoutFailure): void {
  toast({ title: 'Payment Setup Error', text: message, variant: 'destructive' });
}
