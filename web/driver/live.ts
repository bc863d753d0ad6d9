import { openDriverLive } from '#contract/live.ts';
import { LiveConnection } from '#web/kit/live/connection.ts';

/** Calls back whenever the routes may have changed at the office, and when the session has ended. Returns its end. */
export function connectDriverLive(onChange: () => void): () => void {
  const connection = new LiveConnection(openDriverLive, {
    onMessage: onChange,
    // The routes were read before the channel opened, so a change in between would wait for the next poll.
    onConnected: onChange,
    // Reading the routes then shows why.
    onSessionEnded: onChange,
  });
  return () => connection.stop();
}
