declare global {
  interface Window {
    /** What the head of the document has asked for already, by address. */
    headStart?: Map<string, Promise<Response>>;
  }
}

/** The answer to a read that was asked for before the app was there: each is taken once. */
export function takeHeadStart(address: string): Promise<Response> | undefined {
  const answer = window.headStart?.get(address);
  window.headStart?.delete(address);
  return answer;
}

/** After a write, or when somebody is not signed in, what was asked before is no longer true. */
export function dropHeadStart(): void {
  window.headStart?.clear();
}
