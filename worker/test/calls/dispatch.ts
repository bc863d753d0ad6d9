import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import type { Firm } from './firm.ts';
import type { PreparedCalls } from './system.ts';

/** A route on a day of its own; the version is what the call changes. */
async function routed(firm: Firm, options: Parameters<Firm['addRoute']>[0] = {}) {
  const { day, route, jobs } = await firm.addRoute(options);
  return { day, route, jobs, params: { id: route.id }, version: route.version };
}
const at = ({ params, version }: { params: { id: number }; version: number }) => ({ params, version });

async function published(firm: Firm, options: Parameters<Firm['addRoute']>[0] = {}) {
  const { day, route } = await firm.addRoute(options);
  const { id, version } = await firm.publish(route);
  return { day, params: { id }, version };
}

const OUT = { from: '00:00', who: 'truck' };

/** The board and its routes. */
export const DISPATCH_CALLS: PreparedCalls = {
  /** With a delivery whose unit is still at another customer. */
  getBoard: async (firm) => {
    const { day } = await published(firm, { stops: 2 });
    const { dumpsterType, dumpsterId } = await firm.bookOnSite();
    await firm.book({ deliveryDate: day, dumpsterType, dumpsterId });
    return { query: { day } };
  },
  createRoute: async (firm) => {
    const { day } = await firm.addJobs(1);
    return { body: { day, driverId: firm.drivers[0]?.id, truckId: firm.trucks[0]?.id } };
  },
  changeRoute: async (firm) => ({ ...at(await routed(firm)), body: { notes: 'Fuel first' } }),
  removeRoute: async (firm) => at(await routed(firm)),
  restoreRoute: async (firm) => {
    const { params, version } = await routed(firm);
    await firm.owner.send('DELETE', `dispatch/routes/${params.id}`, { version });
    return { params, version: version + 1 };
  },
  arrangeStops: async (firm) => {
    const { jobs, ...route } = await routed(firm, { stops: 2 });
    return { ...at(route), body: { jobIds: jobs.map(({ id }) => id).toReversed() } };
  },
  publishRoute: async (firm) => ({ ...at(await routed(firm)), body: {} }),
  swapCrew: async (firm) => {
    const { day, ...route } = await routed(firm);
    const other = await firm.addRoute({ day, crew: 1, stops: 0 });
    const body = { routeId: other.route.id, version: other.route.version, what: 'truck' };
    return { ...at(route), body };
  },
  listRouteHistory: async (firm) => ({ params: (await routed(firm)).params }),
  placePin: async (firm) => ({ params: { id: (await firm.book()).id }, body: { lat: 42.65, lng: -73.75 } }),
  removePin: async (firm) => {
    const { id } = await firm.book();
    await firm.owner.send('PUT', `dispatch/pins/${id}`, { body: { lat: 42.65, lng: -73.75 } });
    return { params: { id } };
  },
  /** The drives between the yard and the landfill are stored, and those of the new job are not. */
  proposeDayPlan: async (firm) => {
    await firm.owner.post('dispatch/plan', { day: (await firm.addJobs(1)).day });
    return { body: { day: (await firm.addJobs(1)).day } };
  },
  acceptDayPlan: async (firm) => {
    const { day } = await firm.addJobs(1);
    const { routes } = await firm.owner.post<DayProposal>('dispatch/plan', { day });
    return { body: { day, routes: routes.filter(({ isChanged }) => isChanged).map(({ input }) => input) } };
  },
  carryOver: async (firm) => {
    const { jobs } = await firm.addJobs(1);
    const body = { day: firm.inDays(50), jobIds: jobs.map(({ id }) => id), notify: false, preview: false };
    return { body };
  },
  getKeptWindows: () => ({}),
  previewOut: async (firm) => ({ params: (await published(firm)).params, body: { ...OUT, rest: 'open' } }),
  takeOut: async (firm) => {
    const body = { ...OUT, reason: 'breakdown', rest: { type: 'open' } };
    return { ...at(await published(firm)), body };
  },
  endAbsence: async (firm) => {
    const { day, params, version } = await published(firm);
    const body = { ...OUT, reason: 'breakdown', rest: { type: 'open' } };
    await firm.owner.post(`dispatch/routes/${params.id}/out`, body, version);
    const { absences } = await firm.owner.get<Board & { absences: { id: number }[] }>(`dispatch?day=${day}`);
    return { params: { id: absences[0]?.id ?? 0 } };
  },
  listDayMessages: ({ today }) => ({ query: { day: today } }),
  listRouteMessages: async (firm) => ({ params: (await published(firm)).params }),
  sendRouteMessage: async (firm) => ({
    params: (await published(firm)).params,
    body: { content: 'The gate is open.', stopId: null },
  }),
};

export const stopOf = ({ stops }: BoardRoute) => stops.find(({ job, id }) => job && id)?.id ?? 0;
