export type ToastMessage = {
  title: string;
  text: string;
  variant: 'plain' | 'destructive';
  /** A button, which also closes the message. */
  action?: { label: string; run: () => void };
  /** How long the message stays; 5 seconds without it (SPEC 9). */
  durationMs?: number;
  /** On phones above the page instead of in front of it, for a message that comes with a new page. */
  isInFlow?: boolean;
};
type Shown = ToastMessage & { id: number };

let shown: Shown | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a message; the one before it gives way, as one is visible at a time (SPEC 9). */
export function toast(message: ToastMessage): void {
  count += 1;
  change({ ...message, id: count });
}

export function dismissToast(id: number): void {
  if (shown?.id === id) change(null);
}

export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): Shown | null {
  return shown;
}

function change(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
