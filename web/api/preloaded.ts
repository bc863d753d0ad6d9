declare global {
  interface Window {
    /** Responses that web/admin/preload.ts requested before the app loaded, by URL. */
    preloaded?: Map<string, Promise<Response>>;
  }
}

/** Returns a preloaded response and removes it: each is used once. */
export function takePreloaded(url: string): Promise<Response> | undefined {
  const response = window.preloaded?.get(url);
  window.preloaded?.delete(url);
  return response;
}

/** Discards preloaded responses: after a write or a lost session they are outdated. */
export function clearPreloaded(): void {
  window.preloaded?.clear();
}
