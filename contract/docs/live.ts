import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as live from '#contract/live.ts';

export const liveDocs: DocsOf<typeof live> = {
  openLive: {
    summary:
      'Opens a WebSocket that sends { entity, id, version, actorId, sessionId, isOwn } after each committed change. The upgrade requires the Origin of the site and a session. The client may send "ping", which is answered with "pong". Close code 4001: the session ended; 4002: the account has more than 20 sockets, and this was the oldest.',
    headers: ['Upgrade', 'Origin'],
    errors: ['invalid', 'forbidden'],
    crossings: 2,
  },
  openDriverLive: {
    summary:
      'Opens a WebSocket that sends { changed: "routes" } after each change, not made by a driver, that can alter routes. It works as GET /api/live does: the same Origin rule, pings and close codes. It closes with 4001 when the account is deactivated.',
    headers: ['Upgrade', 'Origin'],
    errors: ['invalid', 'forbidden', 'too_many'],
    crossings: 2,
  },
};
