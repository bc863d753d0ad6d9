import { driveBetween, isLocation, type Location } from './geometry.ts';
import { objectIn, orsError } from './replies.ts';

/** Of the hosted service: locations of all sources times those of all destinations. */
const MAX_CELLS = 3500;

/** POST .../matrix/{profile} {locations, sources?, destinations?, metrics?}: the drives from each source to each destination. */
export async function answerMatrix(request: Request): Promise<Response> {
  const body = await objectIn(request);
  const locations: unknown = body?.locations;
  if (!body || !Array.isArray(locations)) {
    return orsError(400, 6001, "Parameter 'locations' is missing.");
  }
  if (!locations.every(isLocation)) return orsError(400, 6003, "Parameter 'locations' has an invalid value.");
  const sources = chosen(body.sources, locations);
  const destinations = chosen(body.destinations, locations);
  if (!sources || !destinations) return orsError(400, 6003, "'sources' or 'destinations' is out of range.");
  if (sources.length * destinations.length > MAX_CELLS) {
    return orsError(
      400,
      6004,
      `Only ${MAX_CELLS} cells are allowed, not ${sources.length * destinations.length}.`,
    );
  }
  const metrics = Array.isArray(body.metrics) ? body.metrics : ['duration'];
  const drives = sources.map((from) => destinations.map((to) => driveBetween(from, to)));
  return Response.json({
    ...(metrics.includes('duration') && {
      durations: drives.map((row) => row.map(({ seconds }) => seconds)),
    }),
    ...(metrics.includes('distance') && { distances: drives.map((row) => row.map(({ meters }) => meters)) }),
    sources: sources.map(snapped),
    destinations: destinations.map(snapped),
    metadata: {
      attribution: 'openrouteservice.org | OpenStreetMap contributors',
      service: 'matrix',
      timestamp: Date.now(),
      query: body,
      engine: { version: 'emulator', build_date: '2026-01-01T00:00:00Z', graph_date: '2026-01-01T00:00:00Z' },
    },
  });
}

/** The locations with these indices; all without a list; null when an index is none. */
function chosen(indices: unknown, locations: readonly Location[]): Location[] | null {
  if (indices === undefined) return [...locations];
  if (!Array.isArray(indices)) return null;
  const found = indices.flatMap((index) => {
    const location = locations[Number(index)];
    return location ? [location] : [];
  });
  return found.length === indices.length ? found : null;
}

const snapped = (location: Location) => ({ location, snapped_distance: 0 });
