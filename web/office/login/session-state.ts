import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayEnterOffice } from '#domain/accounts/access.ts';
import { currentUserQuery } from '#web/api/auth.ts';
import { useTabSession } from '#web/api/session.ts';
import { PATHS } from '#web/paths.ts';

/** The session state of the tab; if it is unknown, it is requested. A 401 of any call ends or locks it. */
export function useLoginState() {
  const { session, sessionState } = useTabSession();
  const asked = useQuery({ ...currentUserQuery, enabled: sessionState.status === 'unknown' });
  const { data } = asked;
  useEffect(() => {
    if (data && sessionState.status === 'unknown' && mayEnterOffice(data.role)) session.enter(data);
  }, [data, sessionState, session]);
  return { sessionState, asked };
}

/** Opens the document of drivers. It has no address in the back office, so the browser loads it. */
export function openDriverPage(): void {
  window.location.replace('/driver');
}

/** The guard's data for the login page, stored in the history entry so that a reload keeps it. */
export type LoginState = { wanted: string; isOver: boolean };

/** The page to show after logging in, never an address outside the back office. */
export function wantedPath(state: unknown): string {
  const wanted = readState(state)?.wanted;
  if (typeof wanted !== 'string' || !/^\/admin(?:[/?#]|$)/.test(wanted)) return PATHS.admin;
  return wanted.startsWith(PATHS.adminLogin) ? PATHS.admin : wanted;
}

export function isSessionOver(state: unknown): boolean {
  return readState(state)?.isOver === true;
}

function readState(state: unknown): Partial<LoginState> | null {
  return typeof state === 'object' ? state : null;
}
