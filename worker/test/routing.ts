import { makeRoutingPort, type RoutingPort, type RoutingSettings } from '#worker/base/platform/routing.ts';

const HOST = 'https://api.heigit.org';
const SETTINGS: RoutingSettings = {
  key: 'test-key',
  geocodeUrl: `${HOST}/pelias/v1`,
  matrixUrl: `${HOST}/openrouteservice/v2/matrix/driving-hgv`,
  optimizationUrl: `${HOST}/vroom/v0`,
  maxMatrixCells: 3500,
};

/** The routing service of tests: the emulator. Contexts have none by default, as without a key. */
export function makeTestRouting(
  changes: Partial<RoutingSettings> = {},
  timeoutMs = 4000,
  now = Date.now,
): RoutingPort {
  return makeRoutingPort({ ...SETTINGS, ...changes }, { timeoutMs, now, pauses: new Map() });
}

/** A control call of the routing emulator: 'reset', 'fail-next' or 'requests'. */
export async function controlRouting(
  call: 'reset' | 'fail-next' | 'requests',
  body: object = {},
): Promise<unknown> {
  const init = call === 'requests' ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${HOST}/__control/${call}`, init)).json();
}
