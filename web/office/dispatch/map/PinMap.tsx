import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { Point } from '#domain/dispatch/travel.ts';
import { makeMap } from './board-map.ts';

type Props = {
  point: Point | null;
  /** Where the map begins without a point. */
  near: Point | null;
  onMove: (point: Point) => void;
};

const ZOOM = 14;
/** A city and its surroundings. */
const NEAR_ZOOM = 10;

/** A map with one pin that can be dragged. Arrow keys on the pin are the caller's. */
export function PinMap({ point, near, onMove }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const parts = useRef<{ map: MapLibreMap; pin: Marker }>(null);
  const first = useRef(point ? { at: point, zoom: ZOOM } : { at: near, zoom: NEAR_ZOOM });
  const move = useRef(onMove);
  useEffect(() => {
    move.current = onMove;
  });
  useEffect(() => {
    if (!container.current) return;
    const map = makeMap(container.current, 'Map of the address');
    const pin = new Marker({ element: pinElement(), draggable: true, anchor: 'bottom-left' });
    const { at, zoom } = first.current;
    if (at) map.jumpTo({ center: [at.lng, at.lat], zoom });
    pin.setLngLat(map.getCenter()).addTo(map);
    pin.on('dragend', () => {
      const { lat, lng } = pin.getLngLat();
      move.current({ lat, lng });
    });
    map.on('click', ({ lngLat }) => move.current({ lat: lngLat.lat, lng: lngLat.lng }));
    map.once('idle', () => {
      if (container.current) container.current.dataset.map = 'idle';
    });
    parts.current = { map, pin };
    return () => {
      parts.current = null;
      map.remove();
    };
  }, []);
  useEffect(() => {
    if (!point || !parts.current) return;
    const { map, pin } = parts.current;
    pin.setLngLat([point.lng, point.lat]);
    if (!map.getBounds().contains([point.lng, point.lat])) {
      map.jumpTo({ center: [point.lng, point.lat], zoom: Math.max(map.getZoom(), ZOOM) });
    }
  }, [point]);
  return <div ref={container} className="h-full w-full" />;
}

function pinElement(): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'map-mark map-pin';
  element.textContent = '+';
  element.setAttribute('aria-label', 'Pin: arrow keys move it');
  return element;
}
