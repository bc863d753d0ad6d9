import * as z from 'zod/mini';
import { board, boardJob, boardRoute, MAX_STOPS, minutesInput } from './dispatch.ts';
import { endpoint } from './endpoint.ts';
import { day, idInput } from './fields.ts';

/** Why a job is on no route of a proposal. */
export const UNPLACED_REASONS = [
  'no_vehicle',
  'window',
  'site_closed',
  'day_full',
  'unit_elsewhere',
  'not_delivered',
] as const;

/** A stop of a proposed route: one that exists on it, a job, or a new stop at a site. */
const proposedStop = z.union([
  z.strictObject({ stopId: idInput, minutes: z.optional(minutesInput) }),
  z.strictObject({ jobId: idInput, minutes: z.optional(minutesInput) }),
  z.strictObject({ type: z.enum(['disposal', 'yard']), siteId: z.nullable(idInput) }),
]);

/** A route of a proposal. `route` is null for a new one; `version` is the version that the proposal was made for. */
export const proposedRoute = z.strictObject({
  route: z.nullable(z.strictObject({ id: idInput, version: idInput })),
  driverId: idInput,
  truckId: z.nullable(idInput),
  stops: z.array(proposedStop).check(z.maxLength(MAX_STOPS, `Must be at most ${MAX_STOPS} stops`)),
});
export type ProposedRoute = z.output<typeof proposedRoute>;

const totals = z.object({
  /** Stops for jobs. */
  jobs: z.int(),
  /** From the start to the end of each route. */
  minutes: z.int(),
  driveMinutes: z.int(),
  meters: z.int(),
  /** Stops after their window. */
  late: z.int(),
});
export type PlanTotals = z.output<typeof totals>;

export const dayProposal = z.object({
  day: z.string(),
  /** True while some drives are estimated from straight lines. */
  isEstimate: z.boolean(),
  /** Why the routing service was not used, for staff; null when it was. */
  notice: z.nullable(z.string()),
  /** To be shown with times of the routing service; null without one. */
  attribution: z.nullable(z.string()),
  current: totals,
  proposed: totals,
  /** Each route that can change, and new ones. `current` is null for a new route. */
  routes: z.array(
    z.object({
      current: z.nullable(boardRoute),
      proposed: boardRoute,
      isChanged: z.boolean(),
      /** What acceptDayPlan takes. */
      input: proposedRoute,
    }),
  ),
  unplaced: z.array(z.object({ job: boardJob, reason: z.enum(UNPLACED_REASONS), text: z.string() })),
});
export type DayProposal = z.output<typeof dayProposal>;

export const proposeDayPlan = endpoint({
  name: 'proposeDayPlan',
  method: 'POST',
  path: '/api/dispatch/plan',
  access: 'dispatch:write',
  body: z.strictObject({ day, routeId: z.optional(idInput) }),
  reply: dayProposal,
});

export const acceptDayPlan = endpoint({
  name: 'acceptDayPlan',
  method: 'POST',
  path: '/api/dispatch/plan/accept',
  access: 'dispatch:write',
  body: z.strictObject({
    day,
    routes: z
      .array(proposedRoute)
      .check(z.minLength(1, 'Must have a route'), z.maxLength(100, 'Must be at most 100 routes')),
  }),
  reply: board,
});
