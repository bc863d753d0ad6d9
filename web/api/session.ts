import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Account } from '#contract/auth.ts';
import { ROLES, type Role } from '#domain/access.ts';
import { hasOpenWork } from '#web/ui/browser/open-work.ts';
import { deviceStorage, tabStorage } from '#web/ui/browser/storage.ts';

/**
 * What this tab believes. It decides nothing: it spares the guard a question, and the server's 401 overrules it.
 * 'unknown': a tab without the flag, whose cookie may still be good.
 */
export type Belief =
  | { at: 'unknown' }
  /** `isLocked`: the server ended the session, and the page stays behind a sign-in, as it holds unsaved work. */
  | { at: 'in'; username: string; role: Role; isLocked: boolean }
  /** `isOver`: there was a session in this tab, and the server ended it. */
  | { at: 'out'; isOver: boolean };

export type TabSession = ReturnType<typeof createTabSession>;

const KEYS = { flag: 'admin-logged-in', username: 'admin-username', role: 'admin-role' } as const;

export function createTabSession() {
  let belief = remembered();
  const listeners = new Set<() => void>();
  const change = (next: Belief) => {
    belief = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => belief,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    enter: ({ username, role }: Pick<Account, 'username' | 'role'>) => {
      tabStorage.set(KEYS.flag, 'true');
      tabStorage.set(KEYS.username, username);
      tabStorage.set(KEYS.role, role);
      change({ at: 'in', username, role, isLocked: false });
    },
    /** The person has left. */
    leave: () => {
      forget();
      change({ at: 'out', isOver: false });
    },
    /** The unsaved work behind the sign-in is given up. */
    giveUp: () => change({ at: 'out', isOver: true }),
    /** The server knows of no session. */
    lose: () => {
      forget();
      if (belief.at === 'in' && (belief.isLocked || hasOpenWork())) change({ ...belief, isLocked: true });
      else if (belief.at !== 'out') change({ at: 'out', isOver: belief.at === 'in' });
    },
  };
}

export const TabSessionContext = createContext<TabSession | null>(null);

export function useTabSession(): { session: TabSession; belief: Belief } {
  const session = useContext(TabSessionContext);
  if (!session) throw new Error('No tab session around this');
  return { session, belief: useSyncExternalStore(session.subscribe, session.current) };
}

function remembered(): Belief {
  const username = tabStorage.get(KEYS.username);
  const role = ROLES.find((each) => each === tabStorage.get(KEYS.role));
  if (tabStorage.get(KEYS.flag) !== 'true' || !username || !role) return { at: 'unknown' };
  return { at: 'in', username, role, isLocked: false };
}

function forget(): void {
  for (const key of Object.values(KEYS)) tabStorage.remove(key);
}

const KEY = 'admin-last-username';
const FIRST_ADMINISTRATOR = 'admin';

/** The name that was last used on this device. */
export function lastUsername(): string {
  return deviceStorage.get(KEY) || FIRST_ADMINISTRATOR;
}

export function rememberUsername(username: string): void {
  deviceStorage.set(KEY, username);
}
