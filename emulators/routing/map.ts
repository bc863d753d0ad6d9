import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GeoJSON } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Dark green and gray, as the office. Without glyphs: the map of the emulator has no names. */
const THEMES = {
  light: { water: '#dfe6ea', land: '#f7f6f1', county: '#d8d5c9', state: '#86857a' },
  dark: { water: '#0d0f0e', land: '#1b201d', county: '#333b36', state: '#7f8a83' },
} as const;

const CREDIT = 'County lines: U.S. Census Bureau. ZIP codes: GeoNames';

/** A style of MapLibre with the lines of states and counties. The browser reads it from another origin. */
export function answerMapStyle(theme: keyof typeof THEMES) {
  return async (request: Request): Promise<Response> => {
    const { origin } = new URL(request.url);
    const color = THEMES[theme];
    const line = (id: string, lineColor: string, width: number) => ({
      id,
      type: 'line',
      source: id,
      paint: { 'line-color': lineColor, 'line-width': width },
    });
    return forBrowsers({
      version: 8,
      name: `Emulator, ${theme}`,
      sources: Object.fromEntries(
        Object.keys(SHAPES).map((name) => [
          name,
          {
            type: 'geojson',
            data: `${origin}/map/${name}.json`,
            ...(name === 'land' && { attribution: CREDIT }),
          },
        ]),
      ),
      layers: [
        { id: 'water', type: 'background', paint: { 'background-color': color.water } },
        { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': color.land } },
        line('counties', color.county, 0.8),
        line('states', color.state, 1.2),
      ],
    });
  };
}

type Shapes = Topology<{
  nation: GeometryCollection;
  states: GeometryCollection;
  counties: GeometryCollection;
}>;

const SHAPES: Readonly<Record<'land' | 'states' | 'counties', (us: Shapes) => GeoJSON>> = {
  land: (us) => feature(us, us.objects.nation),
  states: (us) => mesh(us, us.objects.states),
  counties: (us) => mesh(us, us.objects.counties, (a, b) => a !== b),
};

const made = new Map<string, object>();

/** The shapes of us-atlas as GeoJSON, made once. */
export function answerMapShape(name: keyof typeof SHAPES) {
  return async (): Promise<Response> => {
    const known = made.get(name) ?? SHAPES[name](readShapes());
    made.set(name, known);
    return forBrowsers(known);
  };
}

function readShapes(): Shapes {
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Shapes;
}

function forBrowsers(value: object): Response {
  return Response.json(value, {
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=3600' },
  });
}
