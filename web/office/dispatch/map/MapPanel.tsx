import { useEffect, useMemo, useState } from 'react';
import type { Board } from '#contract/dispatch.ts';
import { PLACE_LABELS } from '#domain/dispatch/places.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { routeName, STOP_SIGNS } from '#web/office/dispatch/words.ts';
import { canDrawMaps } from './map-style.ts';
import { countInexact, listMapMarks, listRouteLines, type Mark, routeCode } from './marks.ts';
import { computeOrientation } from './orientation.ts';
import { dashesOf, routeColorName } from './patterns.ts';
import { PlaceNote, usePlacePin } from './pins.tsx';

const MapView = lazyPart(async () => (await import('./MapView.tsx')).MapView);

/** The jobs, stops and sites of the board on a map. The cards and the list of sites have the same, so the board works without it. */
export function MapPanel({ board }: { board: Board }) {
  const marks = useMemo(() => listMapMarks(board), [board]);
  const lines = useMemo(() => listRouteLines(board), [board]);
  const orientation = useMemo(() => computeOrientation(board, marks), [board, marks]);
  const [selected, setSelected] = useSelection();
  const placePin = usePlacePin();
  const mark = marks.find(({ key }) => key === selected) ?? null;
  const select = (key: string) => {
    setSelected(key);
    focusCard(key);
  };
  const reason = useProblem();
  return (
    <section
      aria-label="Map"
      className="flex w-full flex-col overflow-hidden rounded-lg border border-line bg-surface min-[100rem]:sticky min-[100rem]:top-20 min-[100rem]:h-[calc(100dvh-15rem)] min-[100rem]:min-h-96 min-[100rem]:w-[32vw] min-[100rem]:shrink-0"
    >
      {reason === null ? (
        <div className="relative h-[clamp(18rem,60dvh,48rem)] bg-sunk [&>[role=status]]:p-4 min-[100rem]:h-auto min-[100rem]:min-h-0 min-[100rem]:flex-1">
          <MapView
            marks={marks}
            lines={lines}
            orientation={orientation}
            selected={selected}
            onSelect={select}
            onMoved={placePin && ((moved, point) => moved.job && placePin(moved.job, point))}
          />
          {mark && <SelectedMark mark={mark} />}
        </div>
      ) : (
        <p className="p-4 text-sm">{reason}</p>
      )}
      <div className="space-y-2 border-line border-t p-3 text-sm">
        <Legend board={board} />
        <Sites board={board} onSelect={reason === null ? select : null} />
        <Counts board={board} />
      </div>
    </section>
  );
}

/** Why there is no map; null if there is one. */
function useProblem(): string | null {
  const [reason] = useState(() => {
    if (canDrawMaps()) return null;
    return 'This browser cannot draw the map, because WebGL is turned off. All jobs and stops are in the lists. To see the map, turn on graphics acceleration in the settings of the browser.';
  });
  return reason;
}

/** The card that has the focus is selected on the map, too. */
function useSelection() {
  const [selected, setSelected] = useState<string | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null;
      if (card?.dataset.card) setSelected(card.dataset.card);
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return [selected, setSelected] as const;
}

/** Shows the card of a mark and moves the focus there. Sites are in the list below the map, and the timeline has no cards. */
function focusCard(key: string): void {
  const card = document.querySelector<HTMLElement>(`[data-card="${key}"]`);
  if (!card) return;
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  card.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true });
}

/** Over the map: below it, it would move the cards under the pointer. */
function SelectedMark({ mark }: { mark: Mark }) {
  return (
    <p
      aria-live="polite"
      className="wrap-anywhere absolute bottom-11 left-2.5 z-10 flex max-w-[calc(100%-1.25rem)] flex-wrap items-baseline gap-x-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm"
    >
      <bdi className="font-semibold">{mark.name}</bdi>
      {mark.job && <bdi className="text-ink-soft">{[mark.job.address, mark.job.city].join(', ')}</bdi>}
      {mark.job && <PlaceNote job={mark.job} />}
    </p>
  );
}

/** The sign and the line of each route. */
function Legend({ board }: { board: Board }) {
  return (
    <ul aria-label="Routes on the map" className="flex flex-wrap gap-x-4 gap-y-1">
      {board.routes.map((route, index) => (
        <li key={route.id} className="flex items-center gap-1.5">
          <strong>{routeCode(index)}</strong>
          <svg aria-hidden="true" viewBox="0 0 36 6" className="h-1.5 w-9">
            <line
              x1="1"
              x2="35"
              y1="3"
              y2="3"
              strokeWidth="3"
              stroke={`var(${routeColorName(index)}, currentColor)`}
              strokeDasharray={dashesOf(index)
                .map((length) => length * 3)
                .join(' ')}
            />
          </svg>
          <bdi className="wrap-anywhere min-w-0">{routeName(route)}</bdi>
        </li>
      ))}
      <li>
        <span aria-hidden="true">◯ </span>no route yet
      </li>
      <li>
        <span aria-hidden="true">■ </span>yard or disposal site
      </li>
    </ul>
  );
}

type SitesProps = {
  board: Board;
  /** Null without a map. */
  onSelect: ((key: string) => void) | null;
};

/** The yards and disposal sites, which have no cards. */
function Sites({ board, onSelect }: SitesProps) {
  if (board.sites.length === 0) return null;
  return (
    <ul aria-label="Yards and disposal sites" className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {board.sites.map(({ id, kind, name, lat, lng }) => {
        const isOnMap = lat !== null && lng !== null;
        return (
          <li key={id} className="flex items-center gap-1.5">
            <span aria-hidden="true">{STOP_SIGNS[kind]}</span>
            <span className="sr-only">{PLACE_LABELS[kind]}: </span>
            {isOnMap && onSelect ? (
              <button
                type="button"
                className="wrap-anywhere text-left text-brand hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
                onClick={() => onSelect(`site ${id}`)}
              >
                <bdi>{name}</bdi>
              </button>
            ) : (
              <bdi>{name}</bdi>
            )}
            {!isOnMap && <span className="font-semibold">not on the map</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Counts({ board }: { board: Board }) {
  const { missing, inexact } = countInexact(board);
  const texts = [
    missing > 0 && `${missing === 1 ? '1 job is' : `${missing} jobs are`} not on the map.`,
    inexact > 0 &&
      `${inexact === 1 ? 'The address of 1 job is' : `The addresses of ${inexact} jobs are`} not exact (dashed marks).`,
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return <p className="text-ink-soft">{texts.join(' ')}</p>;
}
