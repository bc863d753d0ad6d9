import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { PaymentStatusPoll } from '#web/api/checkout.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import { useStepHistory } from '#web/public/booking/history/use-step-history.ts';
import type { PaymentPart } from '#web/public/booking/payment/PaymentStep.tsx';
import { StepArea } from '#web/public/booking/payment/SettingUp.tsx';
import { CatalogContext } from '#web/public/rental/catalog-context.ts';
import { findReceipt } from '#web/public/rental/stored-receipts.ts';
import { keepCatalog } from './catalog/catalog-store.ts';
import { DetailsStep } from './details/DetailsStep.tsx';
import { saveDraft, saveScreen } from './draft.ts';
import type { RepeatResult } from './extras/repeat-link.ts';
import { STEP_NUMBER } from './flow.ts';
import { reportStep } from './frame.ts';
import { RentalStep } from './RentalStep.tsx';
import { RepeatNotice, useRepeat } from './RepeatNotice.tsx';
import { HasChangedStep } from './StepHeading.tsx';
import { type Screen, type StepEntry, screenReducer } from './visits.ts';

type Props = {
  start: Screen;
  picked: string | null;
  repeated: Promise<RepeatResult> | null;
  Payment?: PaymentPart | undefined;
};

export function BookingFlow({ start, picked, repeated, Payment }: Props) {
  const [screen, dispatch] = useReducer(screenReducer, start);
  const { flow, visit } = screen;
  const step = STEP_NUMBER[flow.step];
  const section = useStepChange(step);
  const area = useRef<HTMLDivElement>(null);
  const typed = useRef<Entries>(EMPTY_ENTRIES);

  useEffect(() => {
    if (flow.step === 'details') LastSteps.preload();
  }, [flow.step]);
  const updateReceipt = useCallback(({ booking, ...news }: NonNullable<PaymentStatusPoll['latest']>) => {
    if (booking) dispatch({ ...news, type: 'booked', booking });
  }, []);

  const fillIn = useCallback((result: RepeatResult) => {
    if (result.type === 'filled') dispatch({ type: 'repeated', link: result.link });
  }, []);
  const repeat = useRepeat(repeated, fillIn);
  const startEmpty = () => {
    repeat.end();
    dispatch({ type: 'startedEmpty' });
  };

  useEffect(() => {
    if (picked) dispatch({ type: 'rentalPicked', rentalType: picked });
  }, [picked]);
  useEffect(() => {
    delete document.documentElement.dataset.resuming;
  }, []);
  useEffect(() => {
    typed.current = screen.flow.step === 'done' ? screen.entries : screen.flow.entries;
    saveScreen(screen);
  }, [screen]);
  useEffect(() => keepCatalog(screen.catalog), [screen.catalog]);
  useStepHistory(screen, {
    onTraverse: (entry) => dispatch(traversal(entry, typed.current)),
    // Submitting shows what is missing.
    onRefused: () => section.current?.querySelector('form')?.requestSubmit(),
  });

  return (
    <CatalogContext value={screen.catalog}>
      <HasChangedStep value={flow !== start.flow}>
        <StepArea value={area}>
          <div ref={area}>
            <section id="step" ref={section} aria-label="Book a dumpster" className="page pt-5 sm:pt-8">
              <Stepper step={step} />
              {repeat.state !== 'none' && (step === 1 || step === 2) && (
                <RepeatNotice state={repeat.state} onStartEmpty={startEmpty} />
              )}
              <div className="mt-6 sm:mt-10" hidden={repeat.isLoading}>
                {flow.step === 'rental' && (
                  <RentalStep
                    dropped={flow.dropped}
                    onPick={(rentalType) => {
                      repeat.endProblem();
                      dispatch({ type: 'rentalPicked', rentalType });
                    }}
                  />
                )}
                {flow.step === 'details' && (
                  <DetailsStep
                    key={visit}
                    rentalType={flow.rentalType}
                    entries={flow.entries}
                    refused={flow.refused}
                    dropped={flow.dropped}
                    onTyped={(entries) => {
                      typed.current = entries;
                      saveDraft({ ...flow, entries });
                    }}
                    onBack={(entries) => dispatch({ type: 'backToRental', entries })}
                    onSubmit={(entries) => dispatch({ type: 'detailsSubmitted', entries })}
                  />
                )}
                {(flow.step === 'payment' || flow.step === 'done') && (
                  <LastSteps
                    flow={flow}
                    visit={visit}
                    dispatch={dispatch}
                    onStatus={updateReceipt}
                    Payment={Payment}
                  />
                )}
              </div>
            </section>
          </div>
        </StepArea>
      </HasChangedStep>
    </CatalogContext>
  );
}

/** Loaded while the details are typed. */
const LastSteps = lazyPart(() => import('./LastSteps.tsx').then((module) => module.LastSteps));

function traversal(entry: StepEntry | null, entries: Entries) {
  return { type: 'traversed' as const, entry, entries, receipt: entry && findReceipt(entry.visit) };
}

const STEPS = ['Rental', 'Details', 'Payment', 'Confirmation'];

/** Shows the current step. Not interactive: each step has its own buttons. */
function Stepper({ step }: { step: number }) {
  return (
    <ol
      aria-label="Booking steps"
      className="grid grid-cols-[repeat(auto-fit,minmax(4.1rem,1fr))] gap-1.5 sm:gap-3 print:hidden"
    >
      {STEPS.map((name, index) => (
        <Step key={name} name={name} number={index + 1} current={step} />
      ))}
    </ol>
  );
}

function Step({ name, number, current }: { name: string; number: number; current: number }) {
  const isDone = number < current;
  const isCurrent = number === current;
  const bar = isDone || isCurrent ? 'border-brand' : 'border-line';
  const text = isCurrent ? 'text-ink font-semibold' : 'text-ink-soft';
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className={`border-t-4 pt-2 ${bar} ${text}`}>
      <span className="flex items-center gap-2 text-xs sm:text-sm">
        <span
          className={`hidden size-6 items-center justify-center rounded-sm font-display font-semibold sm:inline-flex ${
            isCurrent ? 'bg-brand text-on-brand' : 'bg-sunk'
          }`}
        >
          {isDone ? <Icon name="check" className="size-4" /> : number}
        </span>
        {name}
        {isDone && <span className="sr-only">(done)</span>}
      </span>
    </li>
  );
}

/** On each step change: ignores taps for a moment, scrolls to the top and reports to a parent frame. */
function useStepChange(step: number): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current !== step) pauseInput();
  }, [step]);
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    if (shown.current !== step) {
      shown.current = step;
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
    }
    return reportStep(element, step);
  }, [step]);
  return section;
}
