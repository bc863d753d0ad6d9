/** The token of the link 'Same as last time', '/#again=...'. Removes it from the address bar and the history. */
export function takeRepeatToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('again');
  if (token === null) return null;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  return token;
}
