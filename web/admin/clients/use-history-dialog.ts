import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { type Client, client } from '#contract/clients.ts';

const opened = z.object({ client });

/**
 * The client whose history is open: a step of the browser's history, so that Back closes it, and Back from one of
 * its bookings finds it as it was left. The address stays that of the list.
 */
export function useHistoryDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const closed = useRef<string | null>(null);
  const found = opened.safeParse(location.state);
  return {
    shown: found.success ? found.data.client : null,
    open: (given: Client) =>
      void navigate({ pathname: location.pathname, search: location.search }, { state: { client: given } }),
    close: () => {
      // The dialog may say twice that it is closed; one step back is enough.
      if (!found.success || closed.current === location.key) return;
      closed.current = location.key;
      void navigate(-1);
    },
  };
}
