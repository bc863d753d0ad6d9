import { useEffect, useState } from 'react';
import type { DriverRoute } from '#contract/driver-routes.ts';
import { DRIVER_TEXTS, MAX_ROUTE_MESSAGE } from '#domain/dispatch/route-messages.ts';
import { dayPath, stopPath } from '#web/driver/address.ts';
import { CallOffice } from '#web/driver/CallOffice.tsx';
import { DriverFrame, LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { businessToday } from '#web/driver/stops/business-day.ts';
import { useFormDraft } from '#web/driver/stops/form-draft.ts';
import { confirmMessages, record, useDriver } from '#web/driver/store.ts';
import { clockTime, stopName } from '#web/driver/words.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { lastOfficeId, type ShownMessage, shownMessages } from './message-state.ts';

type Props = {
  routeId: number;
  /** The stop that a new message is about; null: the route. */
  stopId: number | null;
};

/** Messages between the driver and the office: one tap sends a usual one. */
export function MessagesPage({ routeId, stopId }: Props) {
  const routes = useDriver((driver) => driver.routes);
  const route = routes?.reply.routes.find(({ id }) => id === routeId);
  const stop = route?.stops.find(({ id }) => id === stopId);
  const day = route && routes && route.day !== businessToday(routes) ? route.day : null;
  const back = stop
    ? { to: stopPath(stop.id), label: 'Back to the stop' }
    : { to: dayPath(day), label: 'Back to the route' };
  return (
    <DriverFrame title="Message the office" detail={stop && <bdi>{stopName(stop)}</bdi>} back={back}>
      {route?.stops[0] ? (
        <Messages route={route} stopId={stop?.id ?? null} timeZone={routes?.reply.timeZone ?? 'UTC'} />
      ) : (
        <p className="text-lg">The office moved or removed this route.</p>
      )}
      <CallOffice />
    </DriverFrame>
  );
}

type MessagesProps = { route: DriverRoute; stopId: number | null; timeZone: string };

function Messages({ route, stopId, timeZone }: MessagesProps) {
  const items = useDriver((driver) => driver.items);
  const messages = shownMessages(route, items).toReversed();
  const lastId = lastOfficeId(route);
  useEffect(() => {
    // Not while the phone is in a pocket.
    const read = () => document.hidden || void confirmMessages(lastId);
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [lastId]);
  return (
    <>
      <NewMessage route={route} stopId={stopId} />
      {messages.length > 0 && (
        <section aria-labelledby="messages" className="mt-5">
          <h2 id="messages" className="text-xl">
            Messages, newest first
          </h2>
          <ol className="mt-2 space-y-3">
            {messages.map((message) => (
              <MessageItem key={message.key} message={message} route={route} timeZone={timeZone} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function NewMessage({ route, stopId }: Omit<MessagesProps, 'timeZone'>) {
  const [{ text }, setDraft, forgetDraft] = useFormDraft(`message-${route.id}-${stopId}`, () => ({
    text: '',
  }));
  const [isBusy, setBusy] = useState(false);
  const [news, setNews] = useState('');
  const about = stopId === null ? 'route' : 'stop';
  const stop = route.stops.find(({ id }) => id === stopId);
  const send = async (said: string): Promise<boolean> => {
    const [first] = route.stops;
    if (!first || isBusy || said.trim() === '') return false;
    setBusy(true);
    // The second tap of a double tap must not send it again.
    pauseInput();
    const at = stop ? { id: stop.id, name: stopName(stop) } : { id: first.id, name: 'The route' };
    const payload = { text: said.trim(), about };
    const isSaved = await record(at, [{ kind: 'action', type: 'message', payload }]);
    setNews(isSaved ? `Recorded: ${said}` : '');
    setBusy(false);
    return isSaved;
  };
  const sendText = async () => {
    if (!(await send(text))) return;
    forgetDraft();
    setDraft({ text: '' });
  };
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <p className="font-semibold">One tap sends it:</p>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2">
        {DRIVER_TEXTS[about].map((one) => (
          <button
            key={one}
            type="button"
            aria-disabled={isBusy}
            onClick={() => void send(one)}
            className={LARGE_BUTTON}
          >
            {one}
          </button>
        ))}
      </div>
      <form
        noValidate
        className="mt-4 space-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          void sendText();
        }}
      >
        <TextField
          name="text"
          label="Or write"
          autoComplete="off"
          maxLength={MAX_ROUTE_MESSAGE}
          value={text}
          error={undefined}
          onChange={({ target }) => setDraft({ text: target.value })}
        />
        <button type="submit" aria-disabled={isBusy || text.trim() === ''} className={LARGE_BUTTON}>
          {isBusy ? 'Saving...' : 'Send'}
        </button>
      </form>
    </>
  );
}

type ItemProps = { message: ShownMessage; route: DriverRoute; timeZone: string };

const STATE_TEXTS: Readonly<Record<ShownMessage['state'], string>> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  read: 'Read by the office',
  refused: 'Refused',
};

function MessageItem({ message, route, timeZone }: ItemProps) {
  const { from, content, sentAt, state, reason, stopId } = message;
  const number = route.stops.findIndex(({ id }) => id === stopId) + 1;
  const isRefused = state === 'refused';
  return (
    <li
      className={`rounded-lg border-2 bg-surface px-4 py-3 ${isRefused ? 'border-danger' : 'border-edge'} ${
        from === null ? 'ml-8' : 'mr-8 border-l-8'
      }`}
    >
      <p className="wrap-anywhere font-semibold">
        {from === null ? 'You' : <bdi>{from}</bdi>}
        {number > 0 && `, stop ${number}`}
      </p>
      <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line text-lg leading-snug">
        {content === '' ? 'Removed with the personal data of the customer.' : content}
      </p>
      <p className={`mt-1 ${isRefused ? 'font-semibold text-danger' : 'text-ink-soft'}`}>
        {clockTime(sentAt, timeZone)}
        {from === null && `. ${STATE_TEXTS[state]}${isRefused ? `: ${reason}` : ''}`}
      </p>
    </li>
  );
}
