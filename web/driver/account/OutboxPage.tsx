import { site } from '#web/config.ts';
import { dayPath, messagesPath, stopPath } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON, PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import type { StoredRoutes } from '#web/driver/outbox/database.ts';
import { isMessage, isOfTruck, type OutboxItem } from '#web/driver/outbox/items.ts';
import { unsentItems } from '#web/driver/outbox/recordings.ts';
import { businessToday } from '#web/driver/stops/business-day.ts';
import { type DriverSnapshot, sendNow, useWholeDriver } from '#web/driver/store.ts';
import { findStop } from '#web/driver/words.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { UnsentItem } from './UnsentItem.tsx';

/** Everything that the office does not have yet, one by one. */
export function OutboxPage() {
  const driver = useWholeDriver();
  const unsent = unsentItems(driver.items);
  const words = unsent.some(({ state }) => state === 'waiting') ? SEND : CHECK;
  const problem = connectionProblem(driver);
  return (
    <DriverFrame
      title="Not sent yet"
      back={{ to: dayPath(null), label: 'Back to the route' }}
      bottom={
        <button type="button" onClick={sendNow} disabled={driver.isSyncing} className={PRIMARY_BUTTON}>
          {driver.isSyncing ? words.busy : words.idle}
        </button>
      }
    >
      {problem && (
        <Notice variant="attention" className="mb-4">
          {problem}
        </Notice>
      )}
      {unsent.length === 0 ? (
        <p className="text-lg">Everything that you recorded is at the office.</p>
      ) : (
        <ol className="space-y-3">
          {unsent.map((item) => (
            <UnsentItem key={item.id} item={item} timeZone={driver.routes?.reply.timeZone ?? site.timeZone}>
              {item.state === 'refused' && <WhereItBelongs item={item} routes={driver.routes} />}
            </UnsentItem>
          ))}
        </ol>
      )}
      <p className="mt-5 text-ink-soft">
        Items stay on this phone until they are sent, also when you close the page or turn off the phone.
        Entries are sent before photos; the last one waits 10 seconds, so that you can undo it at its stop.
      </p>
      <CallOffice />
    </DriverFrame>
  );
}

/** A refused item is recorded again where it was recorded. */
function WhereItBelongs({ item, routes }: { item: OutboxItem; routes: StoredRoutes | null }) {
  const route = findStop(routes?.reply ?? null, item.stopId)?.route;
  if (isMessage(item) && route) {
    const stopId = item.payload.about === 'stop' ? item.stopId : undefined;
    return (
      <DriverLink to={messagesPath(route.id, stopId)} className={LARGE_BUTTON}>
        Open the messages
      </DriverLink>
    );
  }
  const ofRoute = isOfTruck(item) && route && routes;
  const to = ofRoute
    ? dayPath(route.day === businessToday(routes) ? null : route.day)
    : stopPath(item.stopId);
  return (
    <DriverLink to={to} className={LARGE_BUTTON}>
      {ofRoute ? 'Open the route' : 'Open the stop'}
    </DriverLink>
  );
}

const SEND = { idle: 'Send now', busy: 'Sending...' };
/** Nothing waits: a tap still reads the route again. */
const CHECK = { idle: 'Check for changes', busy: 'Checking...' };

function connectionProblem({ isOnline, result, session }: DriverSnapshot): string | null {
  if (result?.status === 'other_account') {
    return `This browser is signed in with another account. Sign out there, then sign in here as ${session?.name}. Nothing is sent until then.`;
  }
  if (!isOnline || result?.status === 'offline') return 'No connection. Items are sent when it is back.';
  return result?.status === 'failed' ? result.message : null;
}
