import { isLocation, type Location } from './geometry.ts';

/** A stop of the problem. `unit`: the shipment or job that it belongs to. */
export interface Step {
  type: 'pickup' | 'delivery' | 'job';
  id: number;
  unit: number;
  location: Location;
  service: number;
  windows: [number, number][];
  /** What is on the vehicle afterwards, compared with before. */
  change: number[];
}

/** A shipment (its pickup, then its delivery) or a job: all of its steps are made by one vehicle. */
export interface Unit {
  steps: Step[];
  skills: number[];
  priority: number;
  /** What a job brings from the start: on board from the beginning. */
  initial: number[];
}

export interface Vehicle {
  id: number;
  start: Location | null;
  end: Location | null;
  capacity: number[];
  skills: number[];
  window: [number, number];
  maxTasks: number;
}

export interface Problem {
  units: Unit[];
  vehicles: Vehicle[];
}

/** The message names what is wrong with the request. */
export class BadProblem extends Error {}

type Fields = Record<string, unknown>;

/** Reads a request of VROOM: https://github.com/VROOM-Project/vroom/blob/master/docs/API.md */
export function problemFrom(body: Fields): Problem {
  const vehicles = list(body.vehicles, 'vehicles').map(vehicleFrom);
  if (vehicles.length === 0) throw new BadProblem('Invalid vehicles.');
  const shipments = list(body.shipments, 'shipments');
  const jobs = list(body.jobs, 'jobs');
  const size = vehicles[0]?.capacity.length ?? 0;
  const units = [
    ...shipments.map((shipment, index) => shipmentFrom(shipment, index, size)),
    ...jobs.map((job, index) => jobFrom(job, shipments.length + index, size)),
  ];
  return { units, vehicles };
}

function shipmentFrom(shipment: Fields, unit: number, size: number): Unit {
  const amount = amounts(shipment.amount, size);
  const step = (type: 'pickup' | 'delivery', sign: 1 | -1) => {
    const fields = shipment[type];
    if (typeof fields !== 'object' || fields === null) throw new BadProblem(`Missing ${type} in shipment.`);
    return { ...stepFrom(fields as Fields), type, unit, change: amount.map((one) => sign * one) };
  };
  return {
    ...unitFields(shipment),
    steps: [step('pickup', 1), step('delivery', -1)],
    initial: amount.map(() => 0),
  };
}

function jobFrom(job: Fields, unit: number, size: number): Unit {
  const brings = amounts(job.delivery, size);
  const change = amounts(job.pickup, size).map((one, index) => one - (brings[index] ?? 0));
  return { ...unitFields(job), steps: [{ ...stepFrom(job), type: 'job', unit, change }], initial: brings };
}

function unitFields(fields: Fields) {
  return { skills: numbers(fields.skills), priority: Number(fields.priority ?? 0) };
}

function stepFrom(fields: Fields) {
  const { id, location } = fields;
  if (!Number.isInteger(id)) throw new BadProblem('Missing or invalid id.');
  if (!isLocation(location)) throw new BadProblem(`Invalid location for id ${String(id)}.`);
  const windows = list(fields.time_windows, 'time_windows') as unknown as [number, number][];
  return { id: Number(id), location, service: Number(fields.service ?? 0), windows };
}

function vehicleFrom(fields: Fields): Vehicle {
  const { id, start = null, end = null, time_window: window = [0, Number.MAX_SAFE_INTEGER] } = fields;
  if (!Number.isInteger(id)) throw new BadProblem('Missing or invalid id of vehicle.');
  if ((start === null && end === null) || [start, end].some((one) => one !== null && !isLocation(one))) {
    throw new BadProblem(`Invalid start or end for vehicle ${String(id)}.`);
  }
  return {
    id: Number(id),
    start: start as Location | null,
    end: end as Location | null,
    capacity: numbers(fields.capacity),
    skills: numbers(fields.skills),
    window: window as [number, number],
    maxTasks: Number(fields.max_tasks ?? Number.MAX_SAFE_INTEGER),
  };
}

function list(value: unknown, name: string): Fields[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BadProblem(`Invalid ${name}.`);
  return value as Fields[];
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

function amounts(value: unknown, size: number): number[] {
  const given = numbers(value);
  return Array.from({ length: size }, (_, index) => given[index] ?? 0);
}
