import { useSyncExternalStore } from 'react';

type Announcement = { id: number; text: string };

let current: Announcement = { id: 0, text: '' };
const listeners = new Set<() => void>();

/** Says to screen readers what sighted users see on the page beside what they did. Anything else is a toast. */
export function announce(text: string): void {
  current = { id: current.id + 1, text };
  for (const listener of listeners) listener();
}

export function currentAnnouncement(): Announcement {
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One element for the document. The key makes an equal text a new one. */
export function Announcer() {
  const { id, text } = useSyncExternalStore(subscribe, currentAnnouncement);
  return (
    <div aria-live="polite" className="sr-only">
      <p key={id}>{text}</p>
    </div>
  );
}
