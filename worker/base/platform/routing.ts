import * as z from 'zod/mini';
import type { GeocodePrecision } from '#domain/dispatch/places.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { makeRoutingCall, type RoutingCall, type RoutingCallOptions, RoutingError } from './routing-call.ts';

/** Where the services are, and the key for all of them. */
export type RoutingSettings = {
  key: string;
  geocodeUrl: string;
  matrixUrl: string;
  optimizationUrl: string;
  /** Cells of one matrix at most: sources times destinations. */
  maxMatrixCells: number;
};

type AddressInput = { address: string; city: string; state: string; zip: string };
type GeocodeAnswer = Point & { precision: Exclude<GeocodePrecision, 'manual'> };
/** Null: the provider finds no way. */
export type DriveAnswer = { seconds: number; meters: number } | null;

/** A stop of a shipment. Times are seconds on any clock that all parts of the request share. */
export type ShipmentStop = { id: number; location: Point; service: number; windows: [number, number][] };
export type Shipment = { pickup: ShipmentStop; delivery: ShipmentStop; skills: number[]; priority: number };
export type OptimizationVehicle = {
  id: number;
  start: Point;
  end: Point;
  capacity: number;
  skills: number[];
  window: [number, number];
};
type OptimizedStep = { type: 'pickup' | 'delivery'; id: number };
export type OptimizationAnswer = {
  routes: { vehicle: number; steps: OptimizedStep[] }[];
  unassigned: number[];
};

/**
 * The services of openrouteservice, or of a server with the same calls: Pelias (https://github.com/pelias/documentation),
 * the matrix (https://giscience.github.io/openrouteservice/api-reference) and VROOM
 * (https://github.com/VROOM-Project/vroom/blob/master/docs/API.md).
 */
export type RoutingPort = {
  /** Where an address is; null when it is not found. */
  geocode(address: AddressInput): Promise<GeocodeAnswer | null>;
  /** The drives from each place to each place, in as many calls as the limit of cells needs. */
  findDrives(from: readonly Point[], to: readonly Point[]): Promise<DriveAnswer[][]>;
  /** The order in which vehicles best make the shipments. */
  optimize(input: {
    shipments: readonly Shipment[];
    vehicles: readonly OptimizationVehicle[];
  }): Promise<OptimizationAnswer>;
};

/** Every call ends within this time. Each method throws RoutingError; with 'quota' at once while a service pauses. */
export function makeRoutingPort(settings: RoutingSettings, options: RoutingCallOptions): RoutingPort {
  const callOf = (service: string) => makeRoutingCall(service, { key: settings.key, ...options });
  return {
    geocode: async (address) =>
      geocodeAnswer(await callOf(settings.geocodeUrl)(geocodeUrl(settings, address))),
    findDrives: (from, to) => findDrives(settings, callOf(settings.matrixUrl), { from, to }),
    optimize: async (input) => {
      const call = callOf(settings.optimizationUrl);
      const body = JSON.stringify(optimizationBody(input));
      const answer = read(optimization, await call(settings.optimizationUrl, { method: 'POST', body }));
      return {
        routes: answer.routes.map(({ vehicle, steps }) => ({ vehicle, steps: steps.flatMap(placedStep) })),
        unassigned: answer.unassigned.map(({ id }) => id),
      };
    },
  };
}

function read<T extends z.ZodMiniType>(schema: T, answer: unknown): z.output<T> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new RoutingError(
    'wrong_answer',
    `The routing service answered with a wrong ${issue?.path.join('.')}`,
  );
}

/** [longitude, latitude]. */
const locationOf = ({ lat, lng }: Point): [number, number] => [lng, lat];
const degrees = (limit: number) => z.number().check(z.minimum(-limit), z.maximum(limit));

const geocoding = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([degrees(180), degrees(90)]) }),
      properties: z.object({
        layer: z.optional(z.string()),
        match_type: z.optional(z.string()),
        accuracy: z.optional(z.string()),
      }),
    }),
  ),
});

function geocodeUrl(
  { geocodeUrl: base }: RoutingSettings,
  { address, city, state, zip }: AddressInput,
): string {
  const query = new URLSearchParams({
    address,
    locality: city,
    region: state,
    postalcode: zip.slice(0, 5),
    country: 'USA',
    size: '1',
  });
  return `${base}/search/structured?${query}`;
}

function geocodeAnswer(answer: unknown): GeocodeAnswer | null {
  const [feature] = read(geocoding, answer).features;
  if (!feature) return null;
  const [lng, lat] = feature.geometry.coordinates;
  const { layer, match_type: match, accuracy } = feature.properties;
  const isRooftop = match === 'exact' && layer === 'address' && accuracy === 'point';
  if (isRooftop) return { lat, lng, precision: 'rooftop' };
  const isOnStreet = match === 'interpolated' || layer === 'street';
  return { lat, lng, precision: isOnStreet ? 'street' : 'zip' };
}

/** A drive of more than a week, or around half of the earth, is a mistake: times computed with it have no date. */
const MAX_SECONDS = 7 * 86_400;
const MAX_METERS = 20_000_000;
const cellsUpTo = (most: number) =>
  z.array(z.array(z.nullable(z.number().check(z.minimum(0), z.maximum(most)))));
const matrix = z.object({ durations: cellsUpTo(MAX_SECONDS), distances: cellsUpTo(MAX_METERS) });

async function findDrives(
  { matrixUrl, maxMatrixCells }: RoutingSettings,
  call: RoutingCall,
  { from, to }: { from: readonly Point[]; to: readonly Point[] },
): Promise<DriveAnswer[][]> {
  if (from.length === 0 || to.length === 0) return from.map(() => []);
  const rowsAtOnce = Math.max(1, Math.floor(maxMatrixCells / to.length));
  const found: DriveAnswer[][] = [];
  for (let first = 0; first < from.length; first += rowsAtOnce) {
    const part = from.slice(first, first + rowsAtOnce);
    const body = JSON.stringify({
      locations: [...part, ...to].map(locationOf),
      sources: part.map((_, index) => index),
      destinations: to.map((_, index) => part.length + index),
      metrics: ['duration', 'distance'],
      units: 'm',
      resolve_locations: false,
    });
    const { durations, distances } = read(matrix, await call(matrixUrl, { method: 'POST', body }));
    found.push(...part.map((_, row) => to.map((_, column) => driveAt(durations, distances, [row, column]))));
  }
  return found;
}

type Cells = z.output<typeof matrix>['durations'];

function driveAt(durations: Cells, distances: Cells, [row, column]: [number, number]): DriveAnswer {
  const seconds = durations[row]?.[column];
  const meters = distances[row]?.[column];
  if (seconds === undefined || meters === undefined) {
    throw new RoutingError('wrong_answer', 'The routing service answered with a matrix of another size');
  }
  return seconds === null || meters === null
    ? null
    : { seconds: Math.round(seconds), meters: Math.round(meters) };
}

const id = z.int();
const optimization = z.object({
  code: z.literal(0),
  unassigned: z.array(z.object({ id })),
  routes: z.array(
    z.object({
      vehicle: id,
      steps: z.array(z.object({ type: z.string(), id: z.optional(id) })),
    }),
  ),
});

function optimizationBody({ shipments, vehicles }: Parameters<RoutingPort['optimize']>[0]) {
  const stop = ({ id, location, service, windows }: ShipmentStop) => ({
    id,
    location: locationOf(location),
    service,
    ...(windows.length > 0 && { time_windows: windows }),
  });
  return {
    shipments: shipments.map(({ pickup, delivery, skills, priority }) => ({
      pickup: stop(pickup),
      delivery: stop(delivery),
      amount: [1],
      skills,
      priority,
    })),
    vehicles: vehicles.map(({ id, start, end, capacity, skills, window }) => ({
      id,
      profile: 'driving-hgv',
      start: locationOf(start),
      end: locationOf(end),
      capacity: [capacity],
      skills,
      time_window: window,
    })),
  };
}

function placedStep({ type, id }: { type: string; id?: number | undefined }): OptimizedStep[] {
  return id !== undefined && (type === 'pickup' || type === 'delivery') ? [{ type, id }] : [];
}
