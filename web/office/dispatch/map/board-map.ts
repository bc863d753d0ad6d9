import {
  type GeoJSONSource,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Point } from '#domain/dispatch/travel.ts';
import { OrientationLayer, plainStyle } from './draw-orientation.ts';
import { mapStyleUrl } from './map-style.ts';
import { MarkElements } from './mark-elements.ts';
import type { Mark, RouteLine } from './marks.ts';
import { NO_ORIENTATION, type Orientation } from './orientation.ts';
import { dashesOf, routeColorName } from './patterns.ts';
import './map.css';

setWorkerUrl(workerUrl);

export type MapListeners = {
  onSelect: (key: string) => void;
  /** A mark whose address is not exact was moved. */
  onMoved: (mark: Mark, point: Point) => void;
  /** The background of the map failed to load, or loads again. */
  onProblem: (hasProblem: boolean) => void;
};

/** The middle of the United States, until there are marks. */
const CENTER: [number, number] = [-96, 38.5];
const MAX_ZOOM = 13;

export type BoardMap = {
  show(marks: readonly Mark[], lines: readonly RouteLine[], orientation: Orientation): void;
  select(key: string | null): void;
  /** Shows all marks. */
  showAll(): void;
  remove(): void;
};

/** Throws if the browser cannot draw maps. */
export function makeMap(container: HTMLElement, label: string): MapLibreMap {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const map = new MapLibreMap({
    container,
    style: mapStyleUrl() || plainStyle(),
    center: CENTER,
    zoom: 3,
    maxZoom: 19,
    // One finger scrolls the page.
    cooperativeGestures: isTouch,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    attributionControl: { compact: isTouch },
    locale: { 'Map.Title': label },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.addControl(new ScaleControl({ unit: 'imperial' }));
  return map;
}

/** The marks and routes of a board. */
export function makeBoardMap(container: HTMLElement, listeners: MapListeners): BoardMap {
  const map = makeMap(container, 'Map of jobs and routes');
  const elements = new MarkElements(map, listeners);
  let lines: readonly RouteLine[] = [];
  let isAtMarks = false;
  const showAll = () => {
    const bounds = elements.bounds();
    if (!bounds) return;
    map.fitBounds(bounds, { padding: 40, maxZoom: MAX_ZOOM, animate: false });
    isAtMarks = true;
  };
  const layer = new OrientationLayer(map);
  let orientation = NO_ORIENTATION;
  let isStyled = false;
  let hasProblem = false;
  const draw = () => {
    layer.draw(orientation, { isForced: hasProblem });
    drawRoutes(map, lines);
  };
  const showProblem = (next: boolean) => {
    hasProblem = next;
    listeners.onProblem(next);
  };
  map.on('style.load', () => {
    isStyled = true;
    draw();
  });
  map.on('error', () => {
    if (hasProblem) return;
    showProblem(true);
    // Without its style the map has no layers at all, not even for the routes.
    if (isStyled) draw();
    else map.setStyle(plainStyle());
  });
  map.once('idle', () => {
    container.dataset.map = 'idle';
  });
  const themes = new MutationObserver(() => {
    isStyled = false;
    showProblem(false);
    map.setStyle(mapStyleUrl() || plainStyle());
  });
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return {
    show(marks, nextLines, nextOrientation) {
      elements.show(marks);
      lines = nextLines;
      orientation = nextOrientation;
      if (isStyled) draw();
      if (!isAtMarks) showAll();
    },
    select: (key) => elements.select(key),
    showAll,
    remove() {
      themes.disconnect();
      map.remove();
    },
  };
}

/** A layer for each route, because all lines of a layer have the same dashes. Straight lines: they show the order. */
function drawRoutes(map: MapLibreMap, lines: readonly RouteLine[]): void {
  const colors = getComputedStyle(document.documentElement);
  for (const { route, points } of lines) {
    const id = `routes-${route}`;
    const data = {
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: points.map(({ lat, lng }) => [lng, lat]) },
    };
    const source = map.getSource<GeoJSONSource>(id);
    if (source) {
      source.setData(data);
      continue;
    }
    const dashes = dashesOf(route);
    map.addSource(id, { type: 'geojson', data });
    map.addLayer({
      id,
      type: 'line',
      source: id,
      layout: { 'line-cap': dashes[0] === 0.1 || dashes[2] === 0.1 ? 'round' : 'butt', 'line-join': 'round' },
      paint: {
        'line-color': colors.getPropertyValue(routeColorName(route)).trim(),
        'line-width': 3,
        ...(dashes.length > 0 && { 'line-dasharray': [...dashes] }),
      },
    });
  }
  for (let index = lines.length; map.getLayer(`routes-${index}`); index += 1) {
    map.removeLayer(`routes-${index}`);
    map.removeSource(`routes-${index}`);
  }
}
