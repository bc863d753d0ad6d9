import { useSyncExternalStore } from 'react';
import type { InspectionKind } from '#domain/dispatch/inspections.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { PATHS } from '#web/paths.ts';
import { nextPaint } from './next-paint.ts';

/** The parts of a stop's page that fill the screen. */
const STOP_PARTS = ['unit', 'collected-unit', 'ticket', 'signature', 'unable', 'damaged'] as const;
export type StopPart = (typeof STOP_PARTS)[number];

/** What the page of drivers shows. */
export type DriverView =
  | { view: 'route'; day: string | null }
  | { view: 'stop'; stopId: number; part: StopPart | null }
  | { view: 'inspection'; routeId: number; kind: InspectionKind }
  | { view: 'messages'; routeId: number; stopId: number | null }
  | { view: 'outbox' }
  | { view: 'account' };

export const OUTBOX_PATH = `${PATHS.driver}/outbox`;
export const ACCOUNT_PATH = `${PATHS.driver}/account`;
/** Null: today's route. */
export const dayPath = (day: string | null) => (day ? `${PATHS.driver}/days/${day}` : PATHS.driver);
export const stopPath = (stopId: number, part?: StopPart) =>
  `${PATHS.driver}/stops/${stopId}${part ? `/${part}` : ''}`;

export const inspectionPath = (routeId: number, kind: InspectionKind) =>
  `${PATHS.driver}/inspection/${routeId}/${kind}`;

/** `stopId`: about this stop. */
export const messagesPath = (routeId: number, stopId?: number) =>
  `${PATHS.driver}/messages/${routeId}${stopId === undefined ? '' : `/${stopId}`}`;

/** An unknown address shows today's route. */
export function viewAt(pathname: string): DriverView {
  const [kind, value = '', rest = ''] = pathname.slice(PATHS.driver.length).split('/').filter(Boolean);
  if (kind === 'outbox' || kind === 'account') return { view: kind };
  if (kind === 'days' && /^\d{4}-\d\d-\d\d$/.test(value)) return { view: 'route', day: value };
  if (kind === 'stops' && /^\d{1,15}$/.test(value)) {
    return { view: 'stop', stopId: Number(value), part: STOP_PARTS.find((part) => part === rest) ?? null };
  }
  if (kind === 'inspection' && /^\d{1,15}$/.test(value)) {
    return { view: 'inspection', routeId: Number(value), kind: rest === 'after' ? 'after' : 'before' };
  }
  if (kind === 'messages' && /^\d{1,15}$/.test(value)) {
    const stopId = /^\d{1,15}$/.test(rest) ? Number(rest) : null;
    return { view: 'messages', routeId: Number(value), stopId };
  }
  return { view: 'route', day: null };
}

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The token of a sign-in link, '/driver#token=...'; null without one. */
export function useLinkToken(): string | null {
  return useSyncExternalStore(subscribe, () => new URLSearchParams(location.hash.slice(1)).get('token'));
}

/** Takes the token out of the address: it was used, or the driver does not want to use it. */
export function forgetLinkToken(): void {
  history.replaceState(history.state, '', location.pathname);
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
}

/**
 * Opens a view in the frame after the one that shows the pressed control: a slow phone takes long to draw a view. The rest
 * of a double tap does not reach what is new below the finger.
 */
export async function openView(path: string, { isSibling = false } = {}): Promise<void> {
  if (path === location.pathname) return;
  pauseInput();
  await nextPaint();
  // Back from a stop that followed another one leads to the list, not through every stop of the day.
  if (isSibling) history.replaceState(history.state, '', path);
  else history.pushState({ from: location.pathname }, '', path);
  pauseInput();
  notify();
}

/** Back to a view above this one: in the history if that was the way here, so that the phone's Back key ends soon. */
export async function closeView(path: string): Promise<void> {
  pauseInput();
  await nextPaint();
  const { from } = (history.state ?? {}) as { from?: string };
  if (from === path) {
    pauseInput();
    history.back();
    return;
  }
  history.replaceState(null, '', path);
  pauseInput();
  notify();
}
