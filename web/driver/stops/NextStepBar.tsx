import { useEffect, useRef, useState } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import type { RequiredItem } from '#domain/dispatch/stops.ts';
import { openView, stopPath } from '#web/driver/address.ts';
import { LARGE_BUTTON, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import type { Recording } from '#web/driver/outbox/recordings.ts';
import { record, useDriver } from '#web/driver/store.ts';
import { stopName } from '#web/driver/words.ts';
import { pauseInput } from '#web/ui/browser/input-pause.ts';
import { doneRecordings } from './finish-stop.ts';
import { isPhotoItem, PART_OF_ITEM, RECORD_VERBS } from './item-words.ts';
import { type PhotoPicker, usePhotoPicker } from './PhotoPicker.tsx';
import { currentPlace, warmUpPlace } from './position.ts';
import {
  isFinished,
  isSignatureDue,
  type NextStep,
  nextStep,
  type StopState,
  stateOf,
} from './stop-state.ts';

type Props = { state: StopState; route: DriverRoute; today: string };

/** The bar at the bottom of a stop: the next thing to do, and after the last one the way to the next stop. */
export function NextStepBar({ state, route, today }: Props) {
  const next = nextStep(state);
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    if (next?.step === 'arrived') warmUpPlace();
  }, [next?.step]);
  const { isBusy, news, save } = useStepRecording(state);
  const picker = usePhotoPicker(state);
  if (!next) return <FollowingStop state={state} route={route} />;
  const { stop } = state;
  const act = actionOf(next, { state, save, pick: picker.pick });
  const isTomorrow = state.phase === 'todo' && route.day > today;
  const busyWords = (picker.isBusy && 'Saving the photo...') || (isBusy && 'Saving...') || null;
  if (isEarly && isTomorrow) {
    return <EarlyQuestion state={state} onYes={act} onNo={() => setEarly(false)} busyWords={busyWords} />;
  }
  const ask = () => {
    // The second tap of a double tap must not answer.
    pauseInput();
    setEarly(true);
  };
  // The answer is the tap that completes the stop, so that the question costs no tap of its own.
  const asksForSignature = next.step === 'done' && isSignatureDue(state);
  return (
    <>
      {picker.element}
      <p role="status" className="sr-only">
        {news}
      </p>
      {asksForSignature && <SignatureQuestion stopId={stop.id} />}
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-describedby={asksForSignature ? QUESTION_ID : undefined}
          aria-disabled={busyWords !== null}
          onClick={() => !picker.isBusy && (isTomorrow ? ask() : act())}
          className={`${PRIMARY_BUTTON} min-w-0 flex-1`}
        >
          {busyWords ?? <Verb next={next} state={state} isAnswer={asksForSignature} />}
        </button>
        <DriverLink
          to={stopPath(stop.id, 'unable')}
          className="flex min-h-16 w-22 shrink-0 items-center justify-center rounded-lg text-center font-semibold text-danger leading-tight underline underline-offset-4 active:bg-sunk"
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

/** The customer is notified at once, so the driver confirms that the tap is meant for today. */
function EarlyQuestion({
  state: { stop },
  onYes,
  onNo,
  busyWords,
}: {
  state: StopState;
  onYes: () => void;
  onNo: () => void;
  busyWords: string | null;
}) {
  return (
    <fieldset aria-labelledby="early-question">
      <p id="early-question" className="mb-3 text-lg leading-snug" role="status">
        <span className="font-semibold">This stop is on tomorrow's route.</span>
        {stop.customer && ' The customer gets the message that you are on the way now.'}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <button type="button" onClick={onNo} ref={(button) => button?.focus()} className={LARGE_BUTTON}>
          Not today
        </button>
        <button type="button" onClick={onYes} aria-disabled={busyWords !== null} className={LARGE_BUTTON}>
          {busyWords ?? 'Start it today'}
        </button>
      </div>
    </fieldset>
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
          {next.item === 'ticket' && state.recorded.ticket ? 'Photo of the ticket' : RECORD_VERBS[next.item]}
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

function doneWords(isBreak: boolean, isAnswer: boolean): string {
  if (isBreak) return 'End the break';
  return isAnswer ? 'Done, no one is there' : 'Done';
}

function FollowingStop({ state, route }: Pick<Props, 'state' | 'route'>) {
  const items = useDriver((driver) => driver.items);
  const index = route.stops.findIndex(
    (stop) => stop.id !== state.stop.id && !isFinished(stateOf(stop, items)),
  );
  const stop = route.stops[index];
  if (!stop)
    return <p className="py-3 text-center font-semibold text-lg">All stops of this route are finished.</p>;
  return (
    <DriverLink to={stopPath(stop.id)} isSibling className={PRIMARY_BUTTON}>
      <span className="line-clamp-2 wrap-anywhere">
        Next: stop {index + 1}, <bdi>{stopName(stop)}</bdi>
      </span>
    </DriverLink>
  );
}
