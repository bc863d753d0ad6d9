import { setTimeout as sleep } from 'node:timers/promises';
import { Faults, type WrongAnswer } from './faults.ts';
import { answerGeocode } from './geocode.ts';
import { answerMapShape, answerMapStyle } from './map.ts';
import { answerMatrix } from './matrix.ts';
import { answerOptimization } from './optimization.ts';
import { orsError } from './replies.ts';

type Handler = (request: Request) => Promise<Response>;

/** The calls of the hosted services by method and path. They need the key in the header Authorization. */
const SERVICES: Readonly<Record<string, Handler>> = {
  'GET /pelias/v1/search': answerGeocode,
  'GET /pelias/v1/search/structured': answerGeocode,
  'POST /openrouteservice/v2/matrix/driving-hgv': answerMatrix,
  'POST /openrouteservice/v2/matrix/driving-car': answerMatrix,
  'POST /vroom/v0': answerOptimization,
  'POST /vroom/v0/optimization': answerOptimization,
};

/** Files without a key, such as the style of the map. */
const FILES: Readonly<Record<string, Handler>> = {
  'GET /map/light.json': answerMapStyle('light'),
  'GET /map/dark.json': answerMapStyle('dark'),
  'GET /map/land.json': answerMapShape('land'),
  'GET /map/states.json': answerMapShape('states'),
  'GET /map/counties.json': answerMapShape('counties'),
  'GET /': async () => new Response('The routing emulator. emulators/README.md lists its calls.\n'),
};

export interface RoutingEmulator {
  handle(request: Request): Promise<Response>;
}

/** Answers as the services of openrouteservice do, without roads: drives follow great circles. Its state is in memory. */
export function createRoutingEmulator(): RoutingEmulator {
  const faults = new Faults();
  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/__control/')) return faults.answerControl(request);
      const call = `${request.method} ${pathname}`;
      const file = FILES[call];
      if (file) return file(request);
      const record = faults.arrive(request);
      const response = await answerService(request, call, faults);
      await record(response.status);
      return response;
    },
  };
}

async function answerService(request: Request, call: string, faults: Faults): Promise<Response> {
  const service = SERVICES[call];
  if (!service) return orsError(404, 404, `There is nothing at ${call}.`);
  if (!request.headers.get('Authorization'))
    return orsError(403, 403, 'Access to this API has been disallowed');
  const fault = faults.take(new URL(request.url).pathname);
  if (!fault) return service(request);
  if (fault.delayMs > 0) await sleep(fault.delayMs);
  if (fault.drop) throw new ConnectionDropped();
  if (fault.wrong) return wrongAnswer(await service(request), fault.wrong);
  if (fault.status === 0) return service(request);
  return new Response(await orsError(fault.status, fault.status, 'The emulator is set to fail.').text(), {
    status: fault.status,
    headers: {
      'Content-Type': 'application/json',
      ...([403, 429].includes(fault.status) && {
        'X-Ratelimit-Remaining': '0',
        'X-Ratelimit-Reset': '60',
        'Retry-After': '60',
      }),
    },
  });
}

/** The answer, made useless. */
async function wrongAnswer(response: Response, kind: WrongAnswer): Promise<Response> {
  if (kind === 'html') return new Response('<html><body>Bad gateway</body></html>');
  const answer = (await response.json()) as Record<string, unknown>;
  if (kind === 'cut') {
    const cut = (value: unknown) => (Array.isArray(value) ? value.slice(1) : value);
    return Response.json(
      Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, cut(value)])),
    );
  }
  const value = kind === 'nulls' ? null : 1e15;
  const cells = (rows: unknown) =>
    Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.map(() => value) : row)) : rows;
  const { durations, distances } = answer;
  return Response.json({ ...answer, durations: cells(durations), distances: cells(distances) });
}

/** emulators/http-server.ts closes the connection for it. */
class ConnectionDropped extends Error {
  override name = 'ConnectionDropped';
}
