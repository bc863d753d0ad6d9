import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Account } from '#contract/auth.ts';
import { ROLES, type Role } from '#domain/accounts/access.ts';
import { hasOpenWork } from '#web/kit/ui/browser/open-work.ts';
import { deviceStorage, tabStorage } from '#web/kit/ui/browser/storage.ts';

/**
 * The session as stored in this tab. It saves the guard a request; the server's 401 overrides it. 'unknown': a tab
 * without the flag, whose cookie may still be valid.
 */
export type SessionState =
  | { status: 'unknown' }
  /** `isLocked`: the session has ended, and the page stays behind a sign-in because it has unsaved work. */
  | { status: 'signedIn'; username: string; role: Role; isLocked: boolean }
  /** `isOver`: this tab had a session that the server ended. */
  | { status: 'signedOut'; isOver: boolean };

export type TabSession = ReturnType<typeof createTabSession>;

const KEYS = { flag: 'admin-logged-in', username: 'admin-username', role: 'admin-role' } as const;

export function createTabSession() {
  let sessionState = remembered();
  const listeners = new Set<() => void>();
  const change = (next: SessionState) => {
    sessionState = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => sessionState,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    enter: ({ username, role }: Pick<Account, 'username' | 'role'>) => {
      tabStorage.set(KEYS.flag, 'true');
      tabStorage.set(KEYS.username, username);
      tabStorage.set(KEYS.role, role);
      change({ status: 'signedIn', username, role, isLocked: false });
    },
    /** The user has logged out. */
    leave: () => {
      clearStoredSession();
      change({ status: 'signedOut', isOver: false });
    },
    /** The user discards the unsaved work behind the sign-in. */
    giveUp: () => change({ status: 'signedOut', isOver: true }),
    /** The server has no session. */
    lose: () => {
      clearStoredSession();
      if (sessionState.status === 'signedIn' && (sessionState.isLocked || hasOpenWork()))
        change({ ...sessionState, isLocked: true });
      else if (sessionState.status !== 'signedOut')
        change({ status: 'signedOut', isOver: sessionState.status === 'signedIn' });
    },
  };
}

export const TabSessionContext = createContext<TabSession | null>(null);

export function useTabSession(): { session: TabSession; sessionState: SessionState } {
  const session = useContext(TabSessionContext);
  if (!session) throw new Error('No tab session around this');
  return { session, sessionState: useSyncExternalStore(session.subscribe, session.current) };
}

function remembered(): SessionState {
  const username = tabStorage.get(KEYS.username);
  const role = ROLES.find((each) => each === tabStorage.get(KEYS.role));
  if (tabStorage.get(KEYS.flag) !== 'true' || !username || !role) return { status: 'unknown' };
  return { status: 'signedIn', username, role, isLocked: false };
}

function clearStoredSession(): void {
  for (const key of Object.values(KEYS)) tabStorage.remove(key);
}

const KEY = 'admin-last-username';
const FIRST_ADMINISTRATOR = 'admin';

/** The username that was last used on this device. */
export function lastUsername(): string {
  return deviceStorage.get(KEY) || FIRST_ADMINISTRATOR;
}

export function rememberUsername(username: string): void {
  deviceStorage.set(KEY, username);
}
