import { useEffect } from 'react';
import { type PaymentRef, type PaymentStatusPoll, usePaymentStatus } from '#web/api/checkout.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { Confirmation } from '#web/public/rental/Confirmation.tsx';
import type { Receipt } from '#web/public/rental/stored-receipts.ts';
import { StepHeading } from './StepHeading.tsx';

type Props = {
  receipt: Receipt;
  payment: PaymentRef | null;
  onStatus: (news: NonNullable<PaymentStatusPoll['latest']>) => void;
  onStartOver: () => void;
};

/** Step 4: confirmation. Polls for the booking until it has a number. */
export function DoneStep({ receipt, payment, onStatus, onStartOver }: Props) {
  const { latest, isPolling } = usePaymentStatus(payment);
  useEffect(() => {
    if (latest) onStatus(latest);
  }, [latest, onStatus]);

  // The receipt gets the booking one render after the poll result arrives.
  const isNumberPending = isPolling || Boolean(latest?.booking);
  return (
    <div className="mx-auto max-w-2xl">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-brand text-on-brand print:hidden">
        <Icon name="check" className="size-8" />
      </span>
      <StepHeading className="mt-4 text-3xl sm:text-4xl">Your Dumpster Rental is Confirmed!</StepHeading>
      <Confirmation receipt={receipt} isNumberPending={isNumberPending} />
      <Button variant="secondary" className="mt-8 print:hidden" onClick={onStartOver}>
        Book another dumpster
      </Button>
    </div>
  );
}
