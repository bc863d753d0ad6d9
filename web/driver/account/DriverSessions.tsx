import { useCallback, useEffect, useState } from 'react';
import { endSession, listSessions, type Session } from '#contract/auth.ts';
import { call, errorText } from '#web/api/call.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { momentText } from '#web/kit/dates/moment.ts';
import { deviceWords } from '#web/kit/ui/browser/device.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** Where the driver is signed in, this phone first. It needs a connection. */
export function DriverSessions({ timeZone }: { timeZone: string }) {
  const [sessions, setSessions] = useState<Session[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [endingId, setEndingId] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      const found = await call(listSessions);
      setSessions(found.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)));
      setFailure(null);
    } catch (error) {
      setFailure(errorText(error, 'The list of phones needs a connection.'));
    }
  }, []);
  useEffect(() => void load(), [load]);
  const end = async (id: string) => {
    if (endingId) return;
    setEndingId(id);
    try {
      await call(endSession, { params: { id } });
    } catch {
      // It ended already, or the list says why there is no answer.
    }
    await load();
    setEndingId(null);
  };
  return (
    <section aria-busy={endingId !== null}>
      <h2 className="text-xl">Where you are signed in</h2>
      {failure && (
        <Notice variant="attention" role="status" className="mt-2">
          <p>{failure}</p>
          <button type="button" onClick={() => void load()} className="min-h-11 font-semibold underline">
            Try again
          </button>
        </Notice>
      )}
      {!sessions && !failure && <p className="mt-1">Loading...</p>}
      {sessions && (
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {sessions.map((session) => (
            <li key={session.id} className="flex min-h-16 items-center gap-3 py-2">
              <p className="wrap-anywhere min-w-0 flex-1 leading-tight">
                <span className="block font-semibold">{deviceWords(session.device)}</span>
                {session.isCurrent ? 'This phone' : `Last used ${momentText(session.lastSeenAt, timeZone)}`}
              </p>
              {!session.isCurrent && (
                <button
                  type="button"
                  aria-disabled={endingId !== null}
                  onClick={() => void end(session.id)}
                  className={`${LARGE_BUTTON} w-auto! shrink-0`}
                >
                  Sign out <span className="sr-only">{deviceWords(session.device)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
