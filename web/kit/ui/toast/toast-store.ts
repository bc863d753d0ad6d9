export type ToastMessage = {
  title: string;
  text: string;
  variant: 'plain' | 'destructive';
  /** A button that also closes the message. */
  action?: { label: string; run: () => void };
  /** How long the message stays; 5 seconds without it. */
  durationMs?: number;
  /** On phones, shows the message above the content instead of floating. For a message that comes with a new page. */
  isInFlow?: boolean;
};
type CurrentToast = ToastMessage & { id: number };

let shown: CurrentToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a message. It replaces the current one: one toast is visible at a time. */
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

export function currentToast(): CurrentToast | null {
  return shown;
}

function change(next: CurrentToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}
