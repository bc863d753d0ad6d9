import type { DriverRoute } from '#contract/driver-routes.ts';
import { addDays } from '#domain/shared/days.ts';
import { dayPath, stopPath } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { InspectionCard } from '#web/driver/inspections/InspectionCard.tsx';
import { MessageLink, MessageNotice } from '#web/driver/messages/MessageNotice.tsx';
import type { StoredRoutes } from '#web/driver/outbox/database.ts';
import { unsentItems } from '#web/driver/outbox/recordings.ts';
import { sendNow, useDriver, useWholeDriver } from '#web/driver/store.ts';
import { UpdateNotice } from '#web/driver/UpdateNotice.tsx';
import { clockTime, dayName, itemCount, stopName } from '#web/driver/words.ts';
import { weekdayText } from '#web/kit/dates/moment.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { businessClock } from './business-day.ts';
import { RouteChangeNotice } from './RouteChangeNotice.tsx';
import { StopCard } from './StopCard.tsx';
import { computeStopState, isFinished, nextStopIndex, type StopState } from './stop-state.ts';

type Props = { day: string | null; startUpdate: (() => void) | null };

/** The stops of a day in their order. `day` null: today. */
export function StopList({ day, startUpdate }: Props) {
  const stored = useDriver(({ routes }) => routes);
  const items = useDriver((driver) => driver.items);
  if (!stored) return <FirstRead />;
  const { today, looksWrong, isOld } = businessClock(stored);
  const shown = day ?? today;
  const route = stored.reply.routes.find((each) => each.day === shown) ?? null;
  const stops = route?.stops.map((stop) => computeStopState(stop, items)) ?? [];
  const next = nextStopIndex(stops);
  const isToday = shown === today;
  return (
    <DriverFrame
      title={`${dayName(shown, today) ?? 'Route'}, ${weekdayText(shown)}`}
      detail={route && <RouteDetail route={route} stops={stops} />}
      bottom={
        shown <= today && next >= 0 && stops[next] && <NextStop state={stops[next]} number={next + 1} />
      }
    >
      <DayTabs shown={shown} today={today} />
      {looksWrong && (
        <Notice variant="attention" role="status" className="mt-4">
          The clock of this phone looks wrong. Check date and time in the settings of the phone. The route is
          the last one that the office sent.
        </Notice>
      )}
      {isOld && (
        <Notice variant="attention" role="status" className="mt-4">
          The clock of this phone looks wrong, or the phone had no connection for more than a day. This is the
          last route that the office sent, of {weekdayText(today)}.
        </Notice>
      )}
      {route && <MessageNotice route={route} className="mt-4" />}
      {isToday && <RouteChangeNotice className="mt-4" />}
      {isToday && <UnfinishedYesterday day={addDays(today, -1)} stored={stored} />}
      {route && shown <= today && <InspectionCard route={route} isDayOver={stops.length > 0 && next < 0} />}
      {stops.length > 0 && next < 0 && <AllFinished isAnyPassed={!stops.every(isFinished)} />}
      {startUpdate && <UpdateNotice onStart={startUpdate} className="mt-4" />}
      {route?.notes && (
        <p className="wrap-anywhere mt-4 whitespace-pre-line rounded-lg border-2 border-edge bg-surface p-4">
          <span className="font-semibold">From the office: </span>
          {route.notes}
        </p>
      )}
      {route && stops.length > 0 && <MessageLink route={route} className="mt-4" />}
      {stops.length > 0 ? (
        <ol className="mt-4 space-y-4">
          {stops.map((state, index) => (
            <StopCard
              key={state.stop.id}
              state={state}
              number={index + 1}
              isNext={shown <= today && index === next}
              timeZone={stored.reply.timeZone}
            />
          ))}
        </ol>
      ) : (
        <NoStops day={dayName(shown, today)} stored={stored} />
      )}
    </DriverFrame>
  );
}

function RouteDetail({ route, stops }: { route: DriverRoute; stops: StopState[] }) {
  const left = stops.filter((state) => !isFinished(state)).length;
  const count = `${stops.length} ${stops.length === 1 ? 'stop' : 'stops'}`;
  return (
    <>
      {route.truck && <bdi>{route.truck.name}</bdi>}
      {route.truck && ', '}
      {left === 0 ? `all ${count} finished` : `${left} of ${count} to do`}
    </>
  );
}

function DayTabs({ shown, today }: { shown: string; today: string }) {
  return (
    <nav aria-label="Days" className="flex flex-wrap gap-2">
      {[-1, 0, 1].map((offset) => {
        const day = addDays(today, offset);
        return (
          <DriverLink
            key={day}
            to={dayPath(offset === 0 ? null : day)}
            aria-current={day === shown ? 'page' : undefined}
            className={`${LARGE_BUTTON} min-w-fit flex-1 text-base! aria-[current=page]:border-brand aria-[current=page]:bg-brand aria-[current=page]:text-on-brand`}
          >
            {dayName(day, today)}
          </DriverLink>
        );
      })}
    </nav>
  );
}

/** Stops that were left open yesterday: the list of today does not show them. */
function UnfinishedYesterday({ day, stored }: { day: string; stored: StoredRoutes }) {
  const items = useDriver((driver) => driver.items);
  const route = stored.reply.routes.find((each) => each.day === day);
  const left = route?.stops.filter((stop) => !isFinished(computeStopState(stop, items))).length ?? 0;
  if (left === 0) return null;
  return (
    <Notice variant="attention" className="mt-4">
      <p>Yesterday's route has {left === 1 ? 'a stop that is' : `${left} stops that are`} not finished.</p>
      <DriverLink to={dayPath(day)} className="inline-flex min-h-11 items-center font-semibold underline">
        Open yesterday's route
      </DriverLink>
    </Notice>
  );
}

/** The end of a route: what is left to do on the phone. */
function AllFinished({ isAnyPassed }: { isAnyPassed: boolean }) {
  const unsent = useDriver(({ items }) => unsentItems(items).length);
  return (
    <p className="mt-4 text-lg">
      <span className="font-semibold">
        {isAnyPassed ? 'Only a stop that you passed is left.' : 'All stops are finished.'}
      </span>{' '}
      {unsent === 0
        ? 'The office has everything that you recorded.'
        : `${itemCount(unsent)} not sent yet: open this page again where you have a connection.`}
    </p>
  );
}

function NextStop({ state, number }: { state: StopState; number: number }) {
  const verb = state.phase === 'todo' ? 'Next' : 'Now';
  return (
    <DriverLink to={stopPath(state.stop.id)} className={PRIMARY_BUTTON}>
      <span className="line-clamp-2 wrap-anywhere">
        {verb}: stop {number}, <bdi>{stopName(state.stop)}</bdi>
      </span>
    </DriverLink>
  );
}

function NoStops({ day, stored }: { day: string | null; stored: StoredRoutes }) {
  const isChecked = useDriver(({ result }) => result?.status === 'done');
  const when =
    day === 'Yesterday'
      ? 'You had no route yesterday.'
      : `No route for ${(day ?? 'this day').toLowerCase()} yet.`;
  return (
    <div className="mt-8 text-center">
      <p className="font-semibold text-xl">{when}</p>
      {day !== 'Yesterday' && (
        <p className="mt-2 text-ink-soft">
          Routes appear here when the office publishes them.
          {!isChecked && ` This phone last checked at ${clockTime(stored.readAtMs, stored.reply.timeZone)}.`}
        </p>
      )}
      <CallOffice />
    </div>
  );
}

/** Before the first reply: the phone has no route yet. */
function FirstRead() {
  const { result, isSyncing, isOnline } = useWholeDriver();
  if (isSyncing || !result) return <LoadingScreen>Loading your route...</LoadingScreen>;
  const reason =
    result.status === 'failed' || !isOnline
      ? 'This phone has no connection, and your route is not on it yet.'
      : 'The server did not answer, and your route is not on this phone yet.';
  return (
    <DriverFrame
      title="No route on this phone"
      bottom={
        <button type="button" onClick={sendNow} className={PRIMARY_BUTTON}>
          Try again
        </button>
      }
    >
      <p className="text-lg">{result.status === 'failed' ? result.message : reason}</p>
      <p className="mt-2">It loads when the connection is back.</p>
      <CallOffice />
    </DriverFrame>
  );
}
