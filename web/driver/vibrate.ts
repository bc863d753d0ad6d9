const NEWS_MS = 300;

/** For news of the office: the phone may be in a pocket, or on its holder. Before the first tap, browsers refuse it. */
export function vibrate(): void {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(NEWS_MS);
}
