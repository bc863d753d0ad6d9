import type { OutChoice, OutPreview } from '#contract/dispatch-out.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { listJobsByIds } from '#worker/bookings/jobs/repo.ts';
import { nowOf } from '../board.ts';
import { carriedView } from '../carry-over.ts';
import { planCarryOver } from '../carry-over-plan.ts';
import { readCrews } from '../crews-repo.ts';
import { isEstimated, withRouteDrives } from '../drives.ts';
import { getJobView, type Plan, type PlannedJob } from '../plan.ts';
import { proposeRoutes, sumRoutes } from '../proposal/propose.ts';
import { freshRoutes, plannableRoutes } from '../proposal/vehicles.ts';
import { listRouteProblems } from '../route-checks.ts';
import { type RouteView, storedStops, viewDay } from '../route-view.ts';
import { listOutCustomers } from './customers.ts';
import { jobsOf, type Outage, type OutInput, readOutage, withoutReleased } from './outage.ts';

type Views = ReadonlyMap<number, RouteView>;
/** The routes that change beside the one that is out, and the jobs that are on no route. */
type Rest = Pick<DayProposal, 'routes' | 'unplaced' | 'notice' | 'isEstimate' | 'attribution'> & {
  views: Views;
  carried: OutPreview['carried'];
};
type Input = OutInput & { rest: OutChoice; toDay?: Day | undefined };

/** What an absence changes: routes, messages to customers, and stops that cannot be made. Writes nothing but drives. */
export async function previewOut(ctx: Context, { rest, toDay, ...input }: Input): Promise<OutPreview> {
  const outage = await readOutage(ctx, input);
  const { route, kept, released } = outage;
  const nowMs = nowOf(ctx, route.day);
  const read = await withRouteDrives(ctx, outage.plan, []);
  const before = viewDay(read, [], nowMs);
  const found = await RESTS[rest](ctx, outage, { nowMs, toDay });
  const [current, proposed] = [before.get(route.id), found.views.get(route.id)];
  if (!current || !proposed) throw new Error('viewDay left out a route');
  const own = {
    current: current.route,
    proposed: proposed.route,
    isChanged: released.length > 0,
    input: {
      route: { id: route.id, version: route.version },
      driverId: route.driverId,
      truckId: route.truckId,
      stops: kept.flatMap(({ id }) => (id === null ? [] : [{ stopId: id }])),
    },
  };
  const { views, carried, ...plan } = found;
  const routes = [own, ...plan.routes];
  const carriedIds = new Set(carried?.jobs.flatMap(({ jobId, reason }) => (reason === null ? [jobId] : [])));
  const routesOf = (all: Views) => [...all.values()].map((one) => one.route);
  return {
    proposal: {
      day: route.day,
      ...plan,
      routes,
      current: sumRoutes(routes.flatMap((one) => one.current ?? [])),
      proposed: sumRoutes(routes.map((one) => one.proposed)),
    },
    carried,
    released: jobsOf(released).length,
    consequences: consequencesOf(read, { before, after: views, outId: route.id }),
    customers: await listOutCustomers(ctx, {
      plan: outage.plan,
      day: route.day,
      carriedIds,
      before: routesOf(before),
      after: routesOf(views),
    }),
  };
}

type Options = { nowMs: number | null; toDay: Day | undefined };

/** What becomes of the stops that leave the route, by the choice of the dispatcher. */
const RESTS: Record<OutChoice, (ctx: Context, outage: Outage, options: Options) => Promise<Rest>> = {
  spread: async (ctx, outage, { nowMs }) => {
    const plan = withoutReleased(outage);
    const { day } = outage.route;
    const [trucks, drivers] = await readCrews(ctx.db);
    const routes = [...plannableRoutes(plan), ...freshRoutes(plan, { day, trucks, drivers })];
    const jobs = jobsIn(plan, outage);
    const isStuck = ({ row }: PlannedJob) => outage.absence.unitIds.includes(row.unitId ?? 0);
    const search = { day, routes, jobs: jobs.filter((job) => !isStuck(job)), nowMs, keepsRoutes: true };
    const { proposal, views } = await proposeRoutes(ctx, plan, search);
    const stuck = jobs.filter(isStuck).map((job) => openJob(job, outage));
    return { ...proposal, unplaced: [...stuck, ...proposal.unplaced], views, carried: null };
  },
  open: async (ctx, outage, { nowMs }) => {
    const plan = await withRouteDrives(ctx, withoutReleased(outage), []);
    return { ...asStored(ctx, plan, nowMs), unplaced: openJobs(plan, outage), carried: null };
  },
  carry: async (ctx, outage, { nowMs, toDay }) => {
    const plan = await withRouteDrives(ctx, withoutReleased(outage), []);
    const ids = jobsOf(outage.released).map(({ row }) => row.id);
    const jobs = await listJobsByIds(ctx.db, ids);
    const carry = await planCarryOver(ctx, { day: outage.route.day, jobs, chosenDay: toDay });
    const carried = carriedView({ ids, jobs, ...carry, notify: true });
    const reasons = new Map(carried.jobs.map(({ jobId, reason }) => [jobId, reason]));
    const unplaced = openJobs(plan, outage).flatMap((one) => {
      const text = reasons.get(one.job.id);
      return text ? [{ ...one, text }] : [];
    });
    return { ...asStored(ctx, plan, nowMs), unplaced, carried };
  },
};

function asStored(ctx: Context, plan: Plan, nowMs: number | null) {
  const orders = plan.routes.map((row) => ({ row, stops: storedStops(plan, row.id) }));
  return {
    views: viewDay(plan, [], nowMs),
    routes: [],
    notice: null,
    isEstimate: isEstimated(ctx, plan, orders),
    attribution: ctx.routing && '© OpenStreetMap contributors, openrouteservice',
  };
}

/** The jobs of the released stops, as they are in a plan. */
const jobsIn = (plan: Plan, { released }: Outage): PlannedJob[] =>
  jobsOf(released).flatMap(({ row }) => plan.jobs.get(row.id) ?? []);

const openJobs = (plan: Plan, outage: Outage) => jobsIn(plan, outage).map((job) => openJob(job, outage));

function openJob(job: PlannedJob, { absence, route }: Outage): DayProposal['unplaced'][number] {
  const { unitId, unitNumber } = job.row;
  if (unitId === null || !absence.unitIds.includes(unitId)) {
    return { job: getJobView(job), reason: 'no_vehicle', text: 'It is open again.' };
  }
  const text = `Unit ${unitNumber} is on ${route.truckName}. Choose another unit, then plan it again.`;
  return { job: getJobView(job), reason: 'unit_elsewhere', text };
}

type Compared = { before: Views; after: Views; outId: number };

/** 'Kim: delivery of booking #12 at ...': what becomes impossible on the other routes. */
function consequencesOf({ routes }: Plan, { before, after, outId }: Compared): string[] {
  const keyOf = ({ routeId, jobId, code }: ReturnType<typeof listRouteProblems>[number]) =>
    `${routeId} ${jobId} ${code}`;
  const known = new Set(listRouteProblems(before).map(keyOf));
  return listRouteProblems(after)
    .filter((problem) => problem.routeId !== outId && !known.has(keyOf(problem)))
    .map(({ routeId, stop, text }) => {
      const driver = routes.find(({ id }) => id === routeId)?.driverName ?? 'New route';
      return `${driver}, ${stop}: ${text.endsWith('.') ? text : `${text}.`}`;
    });
}
