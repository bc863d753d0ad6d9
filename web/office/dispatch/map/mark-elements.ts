import { LngLatBounds, type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { Point } from '#domain/dispatch/travel.ts';
import type { Mark } from './marks.ts';
import { routeColorName } from './patterns.ts';

type MarkListeners = {
  onSelect: (key: string) => void;
  /** A mark whose address is not exact was dragged. */
  onMoved: (mark: Mark, point: Point) => void;
};

type MarkOnMap = { marker: Marker; mark: Mark };

/** The marks as buttons above the map: they are reached by Tab, and their names are read out. */
export class MarkElements {
  readonly #map: MapLibreMap;
  readonly #listeners: MarkListeners;
  readonly #shown = new Map<string, MarkOnMap>();
  #selected: string | null = null;

  constructor(map: MapLibreMap, listeners: MarkListeners) {
    this.#map = map;
    this.#listeners = listeners;
  }

  show(marks: readonly Mark[]): void {
    const keys = new Set(marks.map(({ key }) => key));
    for (const [key, { marker }] of this.#shown) {
      if (keys.has(key)) continue;
      marker.remove();
      this.#shown.delete(key);
    }
    for (const mark of marks) this.#place(mark);
  }

  select(key: string | null): void {
    this.#selected = key;
    for (const shown of this.#shown.values()) this.#describe(shown);
    const at = key === null ? undefined : this.#shown.get(key)?.marker.getLngLat();
    if (at && !this.#map.getBounds().contains(at)) this.#map.setCenter(at);
  }

  /** Null without marks. */
  bounds(): LngLatBounds | null {
    if (this.#shown.size === 0) return null;
    const bounds = new LngLatBounds();
    for (const { marker } of this.#shown.values()) bounds.extend(marker.getLngLat());
    return bounds;
  }

  #place(mark: Mark): void {
    const shown = this.#shown.get(mark.key) ?? this.#add(mark);
    shown.mark = mark;
    shown.marker.setLngLat([mark.point.lng, mark.point.lat]).setOffset(mark.offset);
    shown.marker.setDraggable(mark.job !== null && !mark.isExact && !mark.isDone);
    this.#describe(shown);
  }

  #add(mark: Mark): MarkOnMap {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'map-mark';
    element.setAttribute('aria-label', mark.name);
    const marker = new Marker({ element });
    const shown = { marker, mark };
    element.addEventListener('click', () => this.#listeners.onSelect(shown.mark.key));
    marker.on('dragend', () => {
      const { lat, lng } = marker.getLngLat();
      this.#listeners.onMoved(shown.mark, { lat, lng });
      // The mark moves when the pin is stored.
      marker.setLngLat([shown.mark.point.lng, shown.mark.point.lat]);
    });
    marker.setLngLat([mark.point.lng, mark.point.lat]).addTo(this.#map);
    this.#shown.set(mark.key, shown);
    return shown;
  }

  #describe({ marker, mark }: MarkOnMap): void {
    const element = marker.getElement();
    const isSelected = mark.key === this.#selected;
    element.textContent = mark.text;
    element.title = mark.name;
    element.setAttribute('aria-label', mark.name);
    element.setAttribute('aria-pressed', String(isSelected));
    element.dataset.mark = mark.key;
    element.dataset.kind = mark.kind;
    element.toggleAttribute('data-done', mark.isDone);
    element.toggleAttribute('data-inexact', !mark.isExact);
    element.toggleAttribute('data-selected', isSelected);
    if (mark.route === null) element.style.removeProperty('--mark');
    else element.style.setProperty('--mark', `var(${routeColorName(mark.route)})`);
  }
}
