import { createContext, type ReactNode, use, useState } from 'react';
import type { BoardJob } from '#contract/dispatch.ts';
import { isExactPoint } from '#domain/dispatch/places.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { CARD_MENU } from '#web/office/dispatch/CardParts.tsx';
import { jobName } from '#web/office/dispatch/words.ts';

const PinDialog = lazyDialog(async () => (await import('./PinDialog.tsx')).PinDialog);

type PlacePin = (job: BoardJob, point?: Point) => void;
const PlacePinContext = createContext<PlacePin | null>(null);

/** Opens the dialog that places the pin of a job; null if the user may not. */
export function usePlacePin(): PlacePin | null {
  return use(PlacePinContext);
}

/** One pin dialog for all cards and marks of a board. It is outside of them, so that no drag begins in it. */
export function PinProvider({
  day,
  mayWrite,
  children,
}: {
  day: string;
  mayWrite: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState<{ job: BoardJob; point: Point | null } | null>(null);
  const place: PlacePin = (job, point) => setOpen({ job, point: point ?? null });
  return (
    <PlacePinContext value={mayWrite ? place : null}>
      {children}
      {open && <PinDialog {...open} day={day} onClose={() => setOpen(null)} />}
    </PlacePinContext>
  );
}

/** Whether PlaceNote has something to show for a job. */
export function hasPlaceNote({ mapPoint }: BoardJob, { mayPlace }: { mayPlace: boolean }): boolean {
  return !mapPoint || !isExactPoint(mapPoint.precision) || (mapPoint.precision === 'manual' && mayPlace);
}

/** PlaceNote as a sign, where there is no room for words. The menu of the stop changes a pin that staff placed. */
export function PlaceSign({ job }: { job: BoardJob }) {
  const placePin = usePlacePin();
  if (!hasPlaceNote(job, { mayPlace: false })) return null;
  const note = job.mapPoint ? 'Address not exact' : 'Not on the map';
  const sign = <Drawing d={PIN} className="size-4" />;
  if (!placePin) {
    return (
      <span title={note}>
        {sign}
        <span className="sr-only">{note}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      title={`${note}: place pin`}
      aria-label={`${note}: place pin of ${jobName(job)}`}
      className={CARD_MENU}
      onClick={() => placePin(job)}
    >
      {sign}
    </button>
  );
}

const PIN = 'M12 21s7-6.5 7-11.5a7 7 0 1 0-14 0C5 14.5 12 21 12 21Zm0-14v3.5m0 2v.5';

/** Shows that the address of a job is not exact on the map, or that staff placed its pin, with the button for it. */
export function PlaceNote({ job }: { job: BoardJob }) {
  const placePin = usePlacePin();
  const { mapPoint } = job;
  if (!hasPlaceNote(job, { mayPlace: placePin !== null })) return null;
  const isPinned = mapPoint?.precision === 'manual';
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      {!isPinned && (
        <span className="font-semibold text-ink">{mapPoint ? 'Address not exact' : 'Not on the map'}</span>
      )}
      {placePin && (
        <button
          type="button"
          aria-label={`${isPinned ? 'Change' : 'Place'} pin of ${jobName(job)}`}
          className="font-semibold text-brand hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
          onClick={() => placePin(job)}
        >
          {isPinned ? 'Change pin' : 'Place pin'}
        </button>
      )}
    </span>
  );
}
