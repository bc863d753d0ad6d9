import { useSyncExternalStore } from 'react';
import type { LiveEntity } from '#contract/live.ts';

/** How long a row that another person changed is marked. */
const MARK_MS = 3000;
/** How long the page of a booking shows who changed it just now. */
const NEWS_MS = 60_000;

type Store<Value> = {
  get: (key: string) => Value | undefined;
  /** Stores the value until `ms` have passed. */
  show: (key: string, value: Value, ms: number) => void;
  subscribe: (listener: () => void) => () => void;
};

const marks = createStore<true>();
const news = createStore<string>();

const keyOf = (entity: LiveEntity, id: number | string) => `${entity}:${id}`;

/** Marks the row of a subject that another person changed. */
export function markChanged(entity: LiveEntity, id: number): void {
  marks.show(keyOf(entity, id), true, MARK_MS);
}

/** Whether another person has just changed the subject of a row. */
export function useIsMarked(entity: LiveEntity | undefined, id: number | string): boolean {
  const isMarked = () => entity !== undefined && marks.get(keyOf(entity, id)) === true;
  return useSyncExternalStore(marks.subscribe, isMarked);
}

/** Shows on the page of a booking what another person changed. */
export function announceNews(bookingId: number, text: string): void {
  news.show(String(bookingId), text, NEWS_MS);
}

export function useNews(bookingId: number): string | null {
  return useSyncExternalStore(news.subscribe, () => news.get(String(bookingId)) ?? null);
}

function createStore<Value>(): Store<Value> {
  const values = new Map<string, Value>();
  const ends = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: (key) => values.get(key),
    show: (key, value, ms) => {
      clearTimeout(ends.get(key));
      values.set(key, value);
      const end = () => {
        values.delete(key);
        ends.delete(key);
        changed();
      };
      ends.set(key, setTimeout(end, ms));
      changed();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
