import { useSearchParams } from 'react-router';
import { MESSAGES_QUERY } from '#web/paths.ts';

/** The route whose messages are open: it is in the address, so that a notification can lead there. */
export function useOpenMessages(): { routeId: number | null; open: (routeId: number | null) => void } {
  const [params, setParams] = useSearchParams();
  const open = (routeId: number | null) =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (routeId === null) changed.delete(MESSAGES_QUERY);
      else changed.set(MESSAGES_QUERY, String(routeId));
      return changed;
    });
  return { routeId: Number(params.get(MESSAGES_QUERY)) || null, open };
}
