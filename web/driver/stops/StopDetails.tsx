import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import { ATTEMPT_REASON_LABELS, ATTEMPT_REASONS } from '#domain/dispatch/driver-actions.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { openView, stopPath } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { record, useDriver } from '#web/driver/store.ts';
import { clockTime, expectedText, itemLabel, stopName, windowLabel } from '#web/driver/words.ts';
import { pauseInput } from '#web/ui/browser/input-pause.ts';
import { telHref } from '#web/ui/ContactLinks.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { isPhotoItem, PART_OF_ITEM, RECORD_VERBS } from './item-words.ts';
import { usePhotoPicker } from './PhotoPicker.tsx';
import { navigationHref } from './place-links.ts';
import { currentPlace, warmUpPlace } from './position.ts';
import { RouteChangeNotice } from './RouteChangeNotice.tsx';
import { StopBadge } from './StopBadge.tsx';
import { StopItems } from './StopItems.tsx';
import { isFinished, isSignatureDue, nextStep, type StopState, stateOf } from './stop-state.ts';

type Props = {
  state: StopState;
  route: DriverRoute;
  number: number;
  /** The list that the stop is in. */
  parent: string;
  timeZone: string;
};

/** A stop: who and where, Call and Navigate, what to record, and at the bottom the one thing to do next. */
export function StopDetails({ state, route, number, parent, timeZone }: Props) {
  const { stop } = state;
  return (
    <DriverFrame
      title={`Stop ${number} of ${route.stops.length}`}
      detail={STOP_LABELS[stop.type]}
      back={{ to: parent, label: 'Back to the route' }}
      bottom={<PrimaryButton state={state} route={route} />}
    >
      <RouteChangeNotice stopId={stop.id} className="mb-4" />
      <p className="flex flex-wrap gap-2 empty:hidden">
        <StopBadge state={state} />
      </p>
      <h2 className="wrap-anywhere mt-1 text-3xl">
        <bdi>{stopName(stop)}</bdi>
      </h2>
      {stop.place?.address && (
        <p className="wrap-anywhere mt-1 text-xl leading-snug">
          <bdi>{stop.place.address}</bdi>
        </p>
      )}
      <Contact state={state} />
      {state.refused.map((item) => (
        <Notice key={item.id} variant="danger" role="alert" className="mt-4">
          <p className="font-semibold">{itemLabel(item)} was refused.</p>
          <p className="wrap-anywhere">{item.reason}</p>
        </Notice>
      ))}
      <Facts state={state} timeZone={timeZone} />
      <StopItems state={state} />
      <CallOffice />
    </DriverFrame>
  );
}

function Contact({ state: { stop } }: { state: StopState }) {
  const href = navigationHref(stop.place);
  return (
    <div className="mt-4 grid auto-cols-fr grid-flow-col gap-3 empty:hidden">
      {stop.customer && (
        <a href={telHref(stop.customer.phone.number)} className={LARGE_BUTTON}>
          <Icon name="phone" className="size-6" />
          Call<span className="sr-only"> {stop.customer.name}</span>
        </a>
      )}
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={LARGE_BUTTON}>
          <DriverIcon name="navigate" />
          Navigate
        </a>
      )}
    </div>
  );
}

function Facts({ state, timeZone }: { state: StopState; timeZone: string }) {
  const { stop, departedAt, arrivedAt } = state;
  const window = windowLabel(stop.window);
  const reason = ATTEMPT_REASONS.find((each) => each === stop.outcomeReason);
  const facts: [string, ReactNode][] = [
    [
      'Time',
      [
        expectedText(state, timeZone),
        [
          window ?? (stop.customer && 'Any time'),
          stop.plannedArrival &&
            `${window || stop.customer ? 'planned' : 'Planned'} ${clockTime(stop.plannedArrival, timeZone)}`,
        ]
          .filter(Boolean)
          .join(', '),
      ]
        .filter(Boolean)
        .join('\n'),
    ],
    ['Size', stop.sizeName],
    ['Bring', stop.unit && `Unit ${stop.unit.number}`],
    ['Take away', stop.collectedUnit && `Unit ${stop.collectedUnit.number}`],
    ['Placement', stop.placement],
    ['From the office', stop.dispatcherNotes],
    ['Customer notes', stop.notes],
    ['On the way', departedAt && clockTime(departedAt, timeZone)],
    ['Arrived', arrivedAt && clockTime(arrivedAt, timeZone)],
    ['Reason', state.phase === 'attempted' && reason && ATTEMPT_REASON_LABELS[reason]],
    [
      'Changed',
      stop.changedAt && !isFinished(state) && `By the office at ${clockTime(stop.changedAt, timeZone)}`,
    ],
  ];
  return (
    <dl className="mt-5 space-y-2 text-lg leading-snug">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7rem_1fr] gap-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere min-w-0 whitespace-pre-line font-semibold">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Its verb is the next thing to do at the stop. After the last one it leads to the next stop. */
function PrimaryButton({ state, route }: { state: StopState; route: DriverRoute }) {
  const { stop } = state;
  const next = nextStep(state);
  const [isBusy, setBusy] = useState(false);
  const [news, setNews] = useState('');
  const isRunning = useRef(false);
  const picker = usePhotoPicker(state);
  useEffect(() => {
    if (next?.step === 'arrived') warmUpPlace();
  }, [next?.step]);
  if (!next) return <FollowingStop state={state} route={route} />;
  const save = async (said: string, recordings: Parameters<typeof record>[1]) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    // The button soon has its next verb: the second tap of a double tap must not use it.
    pauseInput();
    try {
      const isSaved = await record({ id: stop.id, name: stopName(stop) }, recordings);
      setNews(isSaved ? said : '');
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  const act = () => {
    switch (next.step) {
      case 'on_my_way':
        return void save('You are on the way.', [{ kind: 'action', type: 'on_my_way', payload: {} }]);
      case 'arrived':
        return void save('You have arrived.', [{ kind: 'action', type: 'arrived', payload: currentPlace() }]);
      case 'record':
        if (isPhotoItem(next.item)) return picker.pick(next.item);
        return void openView(stopPath(stop.id, PART_OF_ITEM[next.item]));
      case 'done':
        return void save('The stop is done.', [
          ...next.units.map(({ direction, number }) => ({
            kind: 'action' as const,
            type: 'unit' as const,
            payload: { number, direction },
          })),
          {
            kind: 'action',
            type: 'done',
            payload: { isCustomerThere: state.recorded.hasSignature },
          },
        ]);
    }
  };
  // The answer is the tap that completes the stop, so that the question costs no tap of its own.
  const asksForSignature = next.step === 'done' && isSignatureDue(state);
  const [busyWords] = [picker.isBusy && 'Saving the photo...', isBusy && 'Saving...'].filter(Boolean);
  return (
    <>
      {picker.element}
      <p role="status" className="sr-only">
        {news}
      </p>
      {asksForSignature && (
        <div className="mb-3 flex items-center gap-3">
          <p id="signature-question" className="min-w-0 flex-1 font-semibold text-lg leading-tight">
            Is someone there?
          </p>
          <DriverLink
            to={stopPath(stop.id, PART_OF_ITEM.signature)}
            className={`${LARGE_BUTTON} w-auto! shrink-0`}
          >
            Yes, they sign
          </DriverLink>
        </div>
      )}
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-describedby={asksForSignature ? 'signature-question' : undefined}
          aria-disabled={isBusy || picker.isBusy}
          onClick={() => !picker.isBusy && act()}
          className={`${PRIMARY_BUTTON} min-w-0 flex-1`}
        >
          {busyWords ?? <Verb next={next} isAnswer={asksForSignature} />}
        </button>
        <DriverLink
          to={stopPath(stop.id, 'unable')}
          className="flex min-h-16 w-22 shrink-0 items-center justify-center text-center rounded-lg font-semibold text-danger leading-tight underline underline-offset-4 active:bg-sunk"
        >
          Unable to complete
        </DriverLink>
      </div>
    </>
  );
}

type VerbProps = {
  next: NonNullable<ReturnType<typeof nextStep>>;
  /** To the question whether someone is there. */
  isAnswer: boolean;
};

function Verb({ next, isAnswer }: VerbProps) {
  switch (next.step) {
    case 'on_my_way':
      return 'On my way';
    case 'arrived':
      return 'Arrived';
    case 'record':
      return (
        <>
          {isPhotoItem(next.item) && <DriverIcon name="camera" className="size-7" />}
          {RECORD_VERBS[next.item]}
        </>
      );
    case 'done':
      return (
        <span>
          {isAnswer ? 'Done, no one is there' : 'Done'}
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

function FollowingStop({ state, route }: { state: StopState; route: DriverRoute }) {
  const items = useDriver((driver) => driver.items);
  const index = route.stops.findIndex(
    (stop) => stop.id !== state.stop.id && !isFinished(stateOf(stop, items)),
  );
  const stop = route.stops[index];
  if (!stop)
    return <p className="py-3 text-center font-semibold text-lg">All stops of this route are finished.</p>;
  return (
    <DriverLink to={stopPath(stop.id)} className={PRIMARY_BUTTON}>
      <span className="line-clamp-2 wrap-anywhere">
        Next: stop {index + 1}, <bdi>{stopName(stop)}</bdi>
      </span>
    </DriverLink>
  );
}
