import { dismissRouteChange, useDriver } from '#web/driver/store.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { routeChangeText, routeChangeTitle } from './route-change.ts';

/** What the office changed, until the driver has seen it. `stopId`: only what concerns this stop. */
export function RouteChangeNotice({ stopId, className }: { stopId?: number; className: string }) {
  const routeChange = useDriver((driver) => driver.routeChange);
  const shown = routeChange?.filter((change) => stopId === undefined || change.stopId === stopId) ?? [];
  if (shown.length === 0) return null;
  return (
    <Notice variant="attention" role="status" className={className}>
      <p className="font-semibold">
        {stopId === undefined ? routeChangeTitle(shown) : 'The office changed this stop.'}
      </p>
      <ul>
        {shown.map((change) => (
          <li key={change.stopId} className="wrap-anywhere">
            {stopId === undefined ? routeChangeText(change) : `Changed: ${change.what.join(', ')}`}
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => void dismissRouteChange(stopId)}
        className="min-h-11 font-semibold underline"
      >
        Got it
      </button>
    </Notice>
  );
}
