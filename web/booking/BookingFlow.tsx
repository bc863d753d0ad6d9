import { lazy, Suspense, useCallback, useEffect, useReducer } from 'react';
import type { BookingSummary } from '#contract/bookings.ts';
import type { RentalType } from '#domain/rental.ts';
import { endVisit } from '#web/ui/visit.ts';
import { DetailsStep } from './details/DetailsStep.tsx';
import { DoneStep } from './done/DoneStep.tsx';
import { saveDraft } from './draft.ts';
import { type Flow, flowReducer, STEP_NUMBER } from './flow.ts';
import { loadPaymentStep } from './payment/preload.ts';
import { SettingUp } from './payment/SettingUp.tsx';
import { RentalStep } from './rental/RentalStep.tsx';
import { HasMoved } from './StepHeading.tsx';
import { Stepper } from './Stepper.tsx';
import { useStepChange } from './use-step-change.ts';

const PaymentStep = lazy(() => loadPaymentStep().then((module) => ({ default: module.PaymentStep })));

export function BookingFlow({ start, picked }: { start: Flow; picked: RentalType | null }) {
  const [flow, dispatch] = useReducer(flowReducer, start);
  const step = STEP_NUMBER[flow.at];
  const section = useStepChange(step);

  const booked = useCallback((booking: BookingSummary) => dispatch({ type: 'booked', booking }), []);

  useEffect(() => {
    if (picked) dispatch({ type: 'rentalPicked', rentalType: picked });
  }, [picked]);
  useEffect(() => {
    delete document.documentElement.dataset.resuming;
  }, []);
  useEffect(() => {
    saveDraft(flow);
    if (flow.at === 'done') endVisit();
  }, [flow]);

  return (
    <HasMoved value={flow !== start}>
      <section id="step" ref={section} aria-label="Book a dumpster" className="page pt-5 sm:pt-8">
        <Stepper step={step} />
        <div className="mt-6 sm:mt-10">
          {flow.at === 'rental' && (
            <RentalStep onPick={(rentalType) => dispatch({ type: 'rentalPicked', rentalType })} />
          )}
          {flow.at === 'details' && (
            <DetailsStep
              rentalType={flow.rentalType}
              entries={flow.entries}
              refused={flow.refused}
              onTyped={(entries) => saveDraft({ ...flow, entries })}
              onBack={(entries) => dispatch({ type: 'backToRental', entries })}
              onSubmit={(entries) => dispatch({ type: 'detailsSubmitted', entries })}
            />
          )}
          {flow.at === 'payment' && (
            <Suspense fallback={<SettingUp />}>
              <PaymentStep booking={flow.booking} entries={flow.entries} dispatch={dispatch} />
            </Suspense>
          )}
          {flow.at === 'done' && (
            <DoneStep
              receipt={flow.receipt}
              payment={flow.payment}
              onBooked={booked}
              onStartOver={() => dispatch({ type: 'startedOver' })}
            />
          )}
        </div>
      </section>
    </HasMoved>
  );
}
