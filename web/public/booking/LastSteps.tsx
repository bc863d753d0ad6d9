import type { Dispatch } from 'react';
import type { PaymentStatusPoll } from '#web/api/checkout.ts';
import { type PaymentPart, PaymentStep } from '#web/public/booking/payment/PaymentStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import type { Flow } from './flow.ts';
import type { ScreenEvent } from './visits.ts';

type Props = {
  flow: Extract<Flow, { step: 'payment' | 'done' }>;
  visit: number | string;
  dispatch: Dispatch<ScreenEvent>;
  onStatus: (news: NonNullable<PaymentStatusPoll['latest']>) => void;
  Payment: PaymentPart | undefined;
};

/** Payment and confirmation in one script: a browser that shows the payment can show the confirmation, too. */
export function LastSteps({ flow, visit, dispatch, onStatus, Payment }: Props) {
  if (flow.step === 'done') {
    return (
      <DoneStep
        key={visit}
        receipt={flow.receipt}
        payment={flow.payment}
        onStatus={onStatus}
        onStartOver={() => dispatch({ type: 'startedOver' })}
      />
    );
  }
  return (
    // Keeps the footer below the screen, so that it cannot move under a finger.
    <div className="[:root:not([data-framed])_&]:min-h-lvh">
      <PaymentStep booking={flow.booking} entries={flow.entries} dispatch={dispatch} Payment={Payment} />
    </div>
  );
}
