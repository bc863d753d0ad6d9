import type { ReactNode } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { stopPath } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { MessageLink, MessageNotice } from '#web/driver/messages/MessageNotice.tsx';
import { useDriver } from '#web/driver/store.ts';
import { clockTime, itemLabel, stopName, timeLines, unitVerb } from '#web/driver/words.ts';
import { telHref } from '#web/kit/ui/ContactLinks.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { attemptText } from './finish-stop.ts';
import { NextStepBar } from './NextStepBar.tsx';
import { navigationHref } from './place-links.ts';
import { RouteChangeNotice } from './RouteChangeNotice.tsx';
import { StopBadge } from './StopBadge.tsx';
import { StopItems } from './StopItems.tsx';
import { isFinished, refusedUnit, type StopState } from './stop-state.ts';
import { truckTexts } from './truck-texts.ts';

type Props = {
  state: StopState;
  route: DriverRoute;
  number: number;
  /** The list that the stop is in. */
  parent: string;
  today: string;
  timeZone: string;
};

/** A stop: who and where, Call and Navigate, what to record, and at the bottom the one thing to do next. */
export function StopDetails({ state, route, number, parent, today, timeZone }: Props) {
  const { stop } = state;
  return (
    <DriverFrame
      title={`Stop ${number} of ${route.stops.length}`}
      detail={STOP_LABELS[stop.type]}
      back={{ to: parent, label: 'Back to the route' }}
      bottom={<NextStepBar state={state} route={route} today={today} />}
    >
      <MessageNotice route={route} className="mb-4" />
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
      <Facts state={state} route={route} timeZone={timeZone} />
      <StopItems state={state} />
      <DamageReport state={state} />
      <MessageLink route={route} stopId={stop.id} className="mt-4" />
      <CallOffice />
    </DriverFrame>
  );
}

/** A damage is reported at any time, and the stop goes on. */
function DamageReport({ state: { stop, recorded } }: Pick<Props, 'state'>) {
  const units = [stop.unit, stop.collectedUnit, recorded.unit, recorded.collectedUnit];
  if (units.every((unit) => !unit)) return null;
  return (
    <div className="mt-4">
      {recorded.isUnitDamaged && (
        <p role="status">You reported a damaged unit. The office decides about it.</p>
      )}
      <DriverLink
        to={stopPath(stop.id, 'damaged')}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
      >
        {recorded.isUnitDamaged ? 'Report another damage' : 'Unit is damaged'}
      </DriverLink>
    </div>
  );
}

function Contact({ state: { stop } }: { state: StopState }) {
  const href = navigationHref(stop.place);
  return (
    <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 empty:hidden">
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

/** The unit that the driver recorded, or typed, else the planned one. */
function unitText(state: StopState, item: 'unit' | 'collected_unit'): string | null {
  const { stop, recorded } = state;
  const [planned, taken] =
    item === 'unit' ? [stop.unit, recorded.unit] : [stop.collectedUnit, recorded.collectedUnit];
  const number = refusedUnit(state, item)?.number ?? taken ?? planned?.number;
  return number === undefined ? null : `Unit ${number}`;
}

function Facts({ state, route, timeZone }: Pick<Props, 'state' | 'route' | 'timeZone'>) {
  const { stop, departedAt, arrivedAt } = state;
  const items = useDriver((driver) => driver.items);
  const facts: [string, ReactNode][] = [
    ['Time', timeLines(state, timeZone).join('\n')],
    ['Size', stop.sizeName],
    [unitVerb(stop), unitText(state, 'unit')],
    ['Take away', unitText(state, 'collected_unit')],
    ...truckTexts(route, stop, items),
    ['Placement', stop.placement],
    ['From the office', stop.dispatcherNotes],
    ['Customer notes', stop.notes],
    ['On the way', departedAt && clockTime(departedAt, timeZone)],
    [stop.type === 'break' ? 'Began' : 'Arrived', arrivedAt && clockTime(arrivedAt, timeZone)],
    ['Reason', attemptText(state, items)],
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
