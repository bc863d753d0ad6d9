import { useEffect, useState } from 'react';

/** The token of a mailed link, '#token=...', which is removed from the address bar and the history; null without one. */
export function useMailedToken(): { token: string | null; forget: () => void } {
  const [token, setToken] = useState(tokenOfAddress);
  useEffect(() => {
    const readLink = () => {
      const opened = tokenOfAddress();
      if (!opened) return;
      setToken(opened);
      clearAddress();
    };
    readLink();
    window.addEventListener('hashchange', readLink);
    return () => window.removeEventListener('hashchange', readLink);
  }, []);
  return { token, forget: () => setToken(null) };
}

function clearAddress(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

function tokenOfAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token');
}
