import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type Location, MemoryRouter, parsePath, useLocation } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import { onSessionLost } from '#web/api/call.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { createTabSession, TabSessionContext } from '#web/api/session.ts';
import { loadMenus } from '#web/kit/ui/MenuButton.tsx';
import { CATALOG_NAMES } from './bookings.ts';

// As after the first screen: a menu opens at once.
await loadMenus();

export const DANA = {
  id: 7,
  username: 'dana',
  email: null,
  firstName: null,
  lastName: null,
  phone: null,
  role: 'admin' as const,
  isActive: true,
};

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };
type SentRequest = {
  call: string;
  body: unknown;
  ifMatch?: string | undefined;
  idempotencyKey?: string | undefined;
};

const CATALOG_CALL = 'GET /api/admin/catalog/names';

/**
 * Serves replies by request, such as 'GET /api/admin/sessions', until the test ends. Returns the requests, without the
 * one for the catalog's names, which many screens make.
 */
export function serve(replies: Record<string, Reply | (() => Reply | Promise<Reply>)>): SentRequest[] {
  const asked: SentRequest[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (url: string, { method, body, headers: sent }: RequestInit) => {
    const call = `${method} ${url}`;
    // A page whose reply no test gives asks for its parts one by one.
    const isUnserved = call.endsWith('/page') && !replies[call];
    if (call !== CATALOG_CALL && !isUnserved)
      asked.push({
        call,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        ifMatch: new Headers(sent).get('If-Match') ?? undefined,
        idempotencyKey: new Headers(sent).get('Idempotency-Key') ?? undefined,
      });
    const reply = replies[call] ?? (call === CATALOG_CALL ? { body: CATALOG_NAMES } : undefined);
    if (!reply) throw new TypeError(`No reply for ${call}`);
    const {
      status = 200,
      body: answer,
      headers = {},
    } = await (typeof reply === 'function' ? reply() : reply);
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status, headers });
  });
  return asked;
}

export function refusal(
  status: number,
  code: string,
  said: string | { message: string; issues: { path: string; message: string }[] },
): Reply {
  const error = typeof said === 'string' ? { message: said } : said;
  return { status, body: { code, requestId: 'r', ...error } };
}

/** Renders a part of the back office at a URL until the test ends. `where()` returns the current location. */
export function showOffice(part: ReactNode, { path = '/admin/settings', state = null as unknown } = {}) {
  const session = createTabSession();
  const stop = onSessionLost(session.lose);
  const { pathname = '', search = '', hash = '' } = parsePath(path);
  const holder: LocationHolder = { current: null };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TabSessionContext value={session}>
        <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
          <LocationProbe holder={holder} />
          {part}
        </MemoryRouter>
      </TabSessionContext>
    </QueryClientProvider>,
  );
  const leave = () => {
    stop();
    cleanup();
    sessionStorage.clear();
  };
  onTestFinished(leave);
  return { session, where: () => holder.current, leave };
}

type LocationHolder = { current: Location | null };

function LocationProbe({ holder }: { holder: LocationHolder }) {
  holder.current = useLocation();
  return null;
}
