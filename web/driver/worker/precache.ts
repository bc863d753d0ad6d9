/** An address that the service worker stores. `revision`: null if the address itself names the content. */
export type PrecacheEntry = { url: string; revision: string | null };
