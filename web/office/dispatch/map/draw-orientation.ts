import { type GeoJSONSource, type Map as MapLibreMap, Marker, type StyleSpecification } from 'maplibre-gl';
import type { Point } from '#domain/dispatch/travel.ts';
import type { Orientation } from './orientation.ts';

const RINGS = 'orientation-rings';

/** The style of a map whose style is not configured or was not loaded. It loads nothing. */
export function plainStyle(): StyleSpecification {
  const color = readColor('--color-paper');
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'background', type: 'background', paint: { 'background-color': color } }],
  };
}

/** Whether the style of a map has names of places. */
const hasNames = (map: MapLibreMap) => map.getStyle().layers.some(({ type }) => type === 'symbol');

/** The towns and circles of a map whose style is loaded. A map with names of places needs none. */
export class OrientationLayer {
  readonly #map: MapLibreMap;
  #labels: Marker[] = [];

  constructor(map: MapLibreMap) {
    this.#map = map;
  }

  /** `isForced`: the names of the style were not loaded. */
  draw({ towns, rings }: Orientation, { isForced }: { isForced: boolean }): void {
    for (const label of this.#labels) label.remove();
    this.#labels = [];
    if (!isForced && hasNames(this.#map)) return;
    drawRings(this.#map, rings);
    for (const { name, point } of towns) this.#addLabel('map-town', name, point);
    for (const { miles, points } of rings) {
      if (points[0]) this.#addLabel('map-ring', `${miles} mi`, points[0]);
    }
  }

  #addLabel(className: string, text: string, { lat, lng }: Point): void {
    const element = document.createElement('span');
    element.className = className;
    element.textContent = text;
    // Below the marks, which have the focus and the pointer.
    const offset: [number, number] = className === 'map-town' ? [0, 26] : [0, 0];
    this.#labels.push(new Marker({ element, offset }).setLngLat([lng, lat]).addTo(this.#map));
    // The library names every marker.
    element.removeAttribute('role');
    element.removeAttribute('aria-label');
    element.removeAttribute('tabindex');
    element.setAttribute('aria-hidden', 'true');
  }
}

function drawRings(map: MapLibreMap, rings: Orientation['rings']): void {
  const data = {
    type: 'Feature' as const,
    properties: {},
    geometry: {
      type: 'MultiLineString' as const,
      coordinates: rings.map(({ points }) => points.map(({ lat, lng }) => [lng, lat])),
    },
  };
  const source = map.getSource<GeoJSONSource>(RINGS);
  if (source) {
    source.setData(data);
    return;
  }
  map.addSource(RINGS, { type: 'geojson', data });
  map.addLayer({
    id: RINGS,
    type: 'line',
    source: RINGS,
    paint: { 'line-color': readColor('--color-edge'), 'line-width': 1, 'line-dasharray': [4, 4] },
  });
}

const readColor = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
