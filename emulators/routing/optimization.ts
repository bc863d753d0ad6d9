import { driveBetween, type Location } from './geometry.ts';
import { BadProblem, type Problem, problemFrom, type Step, type Vehicle } from './optimization-problem.ts';
import { computeDriveCost, findVisitBegin, solve } from './optimization-search.ts';
import { objectIn } from './replies.ts';

/** POST /vroom/v0: VROOM's vehicles, jobs and shipments with capacities, skills and time windows. Breaks are ignored. */
export async function answerOptimization(request: Request): Promise<Response> {
  const body = await objectIn(request);
  if (!body) return Response.json({ code: 2, error: 'Error while parsing the request.' }, { status: 400 });
  try {
    return Response.json(computeSolution(problemFrom(body)));
  } catch (error) {
    if (error instanceof BadProblem) return Response.json({ code: 2, error: error.message }, { status: 400 });
    throw error;
  }
}

function computeSolution(problem: Problem) {
  const { routes, unassigned } = solve(problem);
  const answered = problem.vehicles.flatMap((vehicle, index) => {
    const steps = routes[index] ?? [];
    return steps.length === 0 ? [] : [computeSolvedRoute(vehicle, steps, problem)];
  });
  const sum = (of: (route: (typeof answered)[number]) => number) =>
    answered.reduce((total, route) => total + of(route), 0);
  return {
    code: 0,
    summary: {
      cost: sum(({ cost }) => cost),
      routes: answered.length,
      unassigned: unassigned.reduce((count, { steps }) => count + steps.length, 0),
      setup: 0,
      service: sum(({ service }) => service),
      duration: sum(({ duration }) => duration),
      waiting_time: sum(({ waiting_time: waiting }) => waiting),
      priority: 0,
      distance: sum(({ distance }) => distance),
      violations: [],
    },
    unassigned: unassigned.flatMap(({ steps }) =>
      steps.map(({ id, type, location }) => ({ id, type, location })),
    ),
    routes: answered,
  };
}

type StepFields = { type: string; location: Location; id?: number; service?: number; waiting?: number };

function computeSolvedRoute(vehicle: Vehicle, steps: readonly Step[], problem: Problem) {
  const drive = new Journey(vehicle);
  drive.load = initialLoad(vehicle, steps, problem);
  if (vehicle.start) drive.add({ type: 'start', location: vehicle.start });
  for (const { type, id, location, service, windows, change } of steps) {
    drive.goTo(location);
    const waiting = (findVisitBegin(drive.time, windows) ?? drive.time) - drive.time;
    drive.load = drive.load.map((amount, index) => amount + (change[index] ?? 0));
    drive.add({ type, id, location, service, waiting });
  }
  if (vehicle.end) drive.goTo(vehicle.end);
  if (vehicle.end) drive.add({ type: 'end', location: vehicle.end });
  return {
    vehicle: vehicle.id,
    cost: computeDriveCost(vehicle, steps, problem.units),
    setup: 0,
    service: steps.reduce((sum, { service }) => sum + service, 0),
    duration: drive.travel,
    waiting_time: drive.waiting,
    distance: drive.meters,
    priority: 0,
    violations: [],
    steps: drive.steps,
  };
}

function initialLoad(vehicle: Vehicle, steps: readonly Step[], { units }: Problem): number[] {
  const jobs = steps.filter(({ type }) => type === 'job');
  return vehicle.capacity.map((_, index) =>
    jobs.reduce((sum, { unit }) => sum + (units[unit]?.initial[index] ?? 0), 0),
  );
}

/** What a vehicle has driven so far. */
class Journey {
  readonly steps: object[] = [];
  load: number[] = [];
  time: number;
  travel = 0;
  meters = 0;
  waiting = 0;
  #place: Location | null;

  constructor({ window, start }: Vehicle) {
    this.time = window[0];
    this.#place = start;
  }

  goTo(location: Location): void {
    const { seconds, meters } = this.#place ? driveBetween(this.#place, location) : { seconds: 0, meters: 0 };
    this.#place = location;
    this.time += seconds;
    this.travel += seconds;
    this.meters += meters;
  }

  add({ service = 0, waiting = 0, ...fields }: StepFields): void {
    this.steps.push({
      ...fields,
      arrival: this.time,
      duration: this.travel,
      setup: 0,
      service,
      waiting_time: waiting,
      load: this.load,
      distance: this.meters,
      violations: [],
    });
    this.waiting += waiting;
    this.time += waiting + service;
  }
}
