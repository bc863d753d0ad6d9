import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import type { RequiredItem } from '#domain/dispatch/stops.ts';
import { openView, stopPath } from '#web/driver/address.ts';
import { LARGE_BUTTON, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import type { OutboxItem } from '#web/driver/outbox/items.ts';
import type { Recording } from '#web/driver/outbox/recordings.ts';
import { record, useDriver } from '#web/driver/store.ts';
import { stopName } from '#web/driver/words.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { doneRecordings } from './finish-stop.ts';
import { isPhotoItem, PART_OF_ITEM, RECORD_VERBS } from './item-words.ts';
import { type PhotoPicker, usePhotoPicker } from './PhotoPicker.tsx';
import { currentPlace, warmUpPlace } from './position.ts';
import {
  computeStopState,
  isFinished,
  isSignatureDue,
  type NextStep,
  nextStep,
  nextStopIndex,
  refusedUnit,
  type StopState,
  skippedStop,
} from './stop-state.ts';
import { UndoButton } from './UndoButton.tsx';

type Props = { state: StopState; route: DriverRoute; today: string };

/** The bar at the bottom of a stop: the next thing to do, and after the last one the way to the next stop. */
export function NextStepBar({ state, route, today }: Props) {
  const next = nextStep(state);
  const items = useDriver((driver) => driver.items);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (next?.step === 'arrived') warmUpPlace();
  }, [next?.step]);
  const { isBusy, news, save } = useStepRecording(state);
  const picker = usePhotoPicker(state);
  const { stop } = state;
  // Above the button, which then stays where the thumb is, and in sight where the text is large.
  const undo = <UndoButton stopId={stop.id} />;
  if (!next) return <FollowingStop route={route}>{undo}</FollowingStop>;
  const act = actionOf(next, { state, save, pick: picker.pick });
  const warning = next.step === 'on_my_way' ? warningOf(state, { route, today, items }) : null;
  const busyWords = (picker.isBusy && 'Saving the photo...') || (isBusy && 'Saving...') || null;
  if (isAsking && warning) {
    return (
      <StartQuestion warning={warning} onYes={act} onNo={() => setAsking(false)} busyWords={busyWords} />
    );
  }
  const ask = () => {
    // The second tap of a double tap must not answer.
    pauseInput();
    setAsking(true);
  };
  // The answer is the tap that completes the stop, so that the question costs no tap of its own.
  const asksForSignature = next.step === 'done' && isSignatureDue(state);
  return (
    <>
      {picker.element}
      <p role="status" className="sr-only">
        {news}
      </p>
      {undo}
      {asksForSignature && <SignatureQuestion stopId={stop.id} />}
      {next.step === 'record' && <UnitRefusal item={next.item} state={state} />}
      <div className="flex flex-wrap items-center gap-[min(0.75rem,12px)]">
        <button
          type="button"
          aria-describedby={asksForSignature ? QUESTION_ID : undefined}
          aria-disabled={busyWords !== null}
          onClick={() => !picker.isBusy && (warning ? ask() : act())}
          className={`${PRIMARY_BUTTON} w-auto! min-w-0 grow-99 basis-48 wrap-anywhere`}
        >
          {busyWords ?? <Verb next={next} state={state} isAnswer={asksForSignature} />}
        </button>
        <DriverLink
          to={stopPath(stop.id, 'unable')}
          className="flex min-h-[min(4rem,56px)] min-w-22 max-w-full flex-[1_1_5.5rem] items-center justify-center rounded-lg text-center font-semibold text-danger leading-tight underline underline-offset-4 active:bg-sunk"
        >
          {stop.type === 'break' ? 'Skip the break' : 'Unable to complete'}
        </DriverLink>
      </div>
    </>
  );
}

const QUESTION_ID = 'signature-question';

/** Records once, however often the button is tapped until that is stored. `news` is for screen readers. */
function useStepRecording({ stop }: StopState) {
  const [isBusy, setBusy] = useState(false);
  const [news, setNews] = useState('');
  const isRunning = useRef(false);
  const save: Save = async (said, recordings) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    // The button soon has its next verb: the second tap of a double tap must not use it.
    pauseInput();
    try {
      const isSaved = await record({ id: stop.id, name: stopName(stop) }, recordings);
      setNews(isSaved ? said : '');
      return isSaved;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, news, save };
}

type Save = (said: string, recordings: readonly Recording[]) => Promise<boolean>;
type Means = { state: StopState; save: Save; pick: PhotoPicker['pick'] };

/** What a tap on the primary button does. */
function actionOf(next: NonNullable<NextStep>, { state, save, pick }: Means): () => void {
  const { stop } = state;
  switch (next.step) {
    case 'on_my_way':
      return () => void save('You are on the way.', [{ kind: 'action', type: 'on_my_way', payload: {} }]);
    case 'arrived':
      return async () => {
        const arrival: Recording = { kind: 'action', type: 'arrived', payload: currentPlace() };
        const said = stop.type === 'break' ? 'Your break began.' : 'You have arrived.';
        const isSaved = await save(said, [arrival]);
        // The form that follows needs no tap of its own.
        if (isSaved && stop.type === 'disposal' && state.missing.includes('ticket'))
          await openView(stopPath(stop.id, PART_OF_ITEM.ticket));
      };
    case 'record':
      return () => {
        const photo = photoOf(next.item, state);
        if (photo) pick(photo);
        else if (!isPhotoItem(next.item)) void openView(stopPath(stop.id, PART_OF_ITEM[next.item]));
      };
    case 'done':
      return () => void save('The stop is done.', doneRecordings(state, next.units));
  }
}

/** The photo that the next tap takes; null for an item that is entered. Of a ticket, only its photo can be missing. */
function photoOf(item: RequiredItem, { recorded }: StopState) {
  if (isPhotoItem(item)) return item;
  return item === 'ticket' && recorded.ticket ? 'ticket' : null;
}

type Warning = { title: string; text: string; yes: string; no: string };

/**
 * What the driver confirms before 'On my way', because the customer is notified: a stop of tomorrow, or one that is not
 * the next. A stop that was skipped once is not named again.
 */
function warningOf(
  { stop }: StopState,
  { route, today, items }: Pick<Props, 'route' | 'today'> & { items: readonly OutboxItem[] },
): Warning | null {
  if (route.day > today) {
    const text = stop.customer ? 'The customer gets the message that you are on the way now.' : '';
    return { title: "This stop is on tomorrow's route.", text, yes: 'Start it today', no: 'Not today' };
  }
  const skipped = skippedStop(
    route.stops.map((each) => computeStopState(each, items)),
    stop.id,
  );
  if (!skipped) return null;
  const number = route.stops.findIndex(({ id }) => id === skipped.stop.id) + 1;
  const title = `Stop ${number}, ${stopName(skipped.stop)}, comes before this one.`;
  return { title, text: '', yes: 'Start this one', no: 'Go back' };
}

type QuestionProps = { warning: Warning; onYes: () => void; onNo: () => void; busyWords: string | null };

function StartQuestion({ warning: { title, text, yes, no }, onYes, onNo, busyWords }: QuestionProps) {
  return (
    <fieldset aria-labelledby="start-question">
      <p id="start-question" className="wrap-anywhere mb-3 text-lg leading-snug" role="status">
        <span className="font-semibold">{title}</span>
        {text && ` ${text}`}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <button type="button" onClick={onNo} ref={(button) => button?.focus()} className={LARGE_BUTTON}>
          {no}
        </button>
        <button type="button" onClick={onYes} aria-disabled={busyWords !== null} className={LARGE_BUTTON}>
          {busyWords ?? yes}
        </button>
      </div>
    </fieldset>
  );
}

/** Why the number that the driver typed was not accepted: the step stays until it is clear which unit it is. */
function UnitRefusal({ item, state }: { item: RequiredItem; state: StopState }) {
  const refused = refusedUnit(state, item);
  if (!refused) return null;
  return (
    <p role="status" className="wrap-anywhere mb-3 text-danger leading-snug">
      <bdi className="font-semibold">{refused.number}</bdi> was refused: {refused.reason}
    </p>
  );
}

function SignatureQuestion({ stopId }: { stopId: number }) {
  return (
    <div className="mb-3 flex items-center gap-3">
      <p id={QUESTION_ID} className="min-w-0 flex-1 font-semibold text-lg leading-tight">
        Is someone there?
      </p>
      <DriverLink
        to={stopPath(stopId, PART_OF_ITEM.signature)}
        className={`${LARGE_BUTTON} w-auto! shrink-0`}
      >
        Yes, they sign
      </DriverLink>
    </div>
  );
}

type VerbProps = {
  next: NonNullable<NextStep>;
  state: StopState;
  /** To the question whether someone is there. */
  isAnswer: boolean;
};

function Verb({ next, state, isAnswer }: VerbProps) {
  const isBreak = state.stop.type === 'break';
  switch (next.step) {
    case 'on_my_way':
      return 'On my way';
    case 'arrived':
      return isBreak ? 'Start the break' : 'Arrived';
    case 'record':
      return (
        <>
          {photoOf(next.item, state) && <DriverIcon name="camera" className="size-7" />}
          {recordVerb(next.item, state)}
        </>
      );
    case 'done':
      return (
        <span>
          {doneWords(isBreak, isAnswer)}
          {next.units.length > 0 && (
            <span className="block font-normal text-base">
              {next.units
                .map(({ direction, number }) => `${direction === 'brought' ? 'placed' : 'took'} ${number}`)
                .join(', ')}
            </span>
          )}
        </span>
      );
  }
}

function recordVerb(item: RequiredItem, state: StopState): string {
  if (refusedUnit(state, item))
    return item === 'unit' ? 'Which unit did you bring?' : 'Which unit did you take?';
  return item === 'ticket' && state.recorded.ticket ? 'Photo of the ticket' : RECORD_VERBS[item];
}

function doneWords(isBreak: boolean, isAnswer: boolean): string {
  if (isBreak) return 'End the break';
  return isAnswer ? 'Done, no one is there' : 'Done';
}

function FollowingStop({ route, children }: Pick<Props, 'route'> & { children: ReactNode }) {
  const items = useDriver((driver) => driver.items);
  const states = route.stops.map((stop) => computeStopState(stop, items));
  const index = nextStopIndex(states);
  const stop = route.stops[index];
  if (!stop)
    return (
      <>
        {children}
        <p className="py-3 text-center font-semibold text-lg">
          {states.every(isFinished)
            ? 'All stops of this route are finished.'
            : 'Only a stop that you passed is left.'}
        </p>
      </>
    );
  return (
    <>
      {children}
      <DriverLink to={stopPath(stop.id)} isSibling className={PRIMARY_BUTTON}>
        <span className="line-clamp-2 wrap-anywhere">
          Next: stop {index + 1}, <bdi>{stopName(stop)}</bdi>
        </span>
      </DriverLink>
    </>
  );
}
