import type { Board } from '#contract/dispatch.ts';
import type { takeOut as takeOutCall } from '#contract/dispatch-out.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { absenceText } from '#domain/dispatch/absences.ts';
import { formatTime } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { listJobsByIds } from '#worker/bookings/jobs/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { carryStatements, withCarryConflicts } from '../carry-over.ts';
import { planCarryOver } from '../carry-over-plan.ts';
import { staleRoute } from '../conflicts.ts';
import { insertRouteFact } from '../history-repo.ts';
import { timeOn } from '../plan.ts';
import type { AbsenceRow } from '../plan-repo.ts';
import { acceptDay } from '../proposal/accept.ts';
import { jobsOf, type Outage, readOutage, withAbsence } from './outage.ts';
import { deleteAbsence, findDayAbsence, insertAbsence } from './repo.ts';

type Body = BodyOf<typeof takeOutCall>;
type Input = Body & { id: number; version: number };

/**
 * Takes a crew out of a day and its stops off the route, in one transaction with what becomes of them. Throws stale for
 * an older version, and conflict for what changed since the preview; both with the board as it is now.
 */
export async function takeOut(ctx: Context, actor: Actor, input: Input): Promise<Board> {
  const { id, from, who, version, reason, note, rest } = input;
  const outage = await readOutage(ctx, { id, from, who });
  const { route, kept } = outage;
  if (route.version !== version) throw await staleRoute(ctx, route.day);
  const absence = { ...outage.absence, reason, note };
  const carried = rest.type === 'carry' ? await carryJobs(ctx, actor, { outage, ...rest }) : NOTHING;
  const own = {
    route: { id, version },
    driverId: route.driverId,
    truckId: route.truckId,
    stops: kept.flatMap((stop) => (stop.id === null ? [] : [{ stopId: stop.id }])),
  };
  const routes = [own, ...(rest.type === 'spread' ? rest.routes.filter((one) => one.route?.id !== id) : [])];
  const board = await withCarryConflicts(() =>
    acceptDay(ctx, actor, {
      day: route.day,
      routes,
      out: {
        routeId: id,
        adjust: (plan) => withAbsence(plan, absence),
        guards: carried.guards,
        writes: [
          ...carried.writes,
          ...insertAbsence(ctx.db, { ...stored(absence), createdBy: actor.userId }),
        ],
        details: { out: textOf(outage, absence) },
      },
    }),
  );
  for (const outboxId of carried.outboxIds) await enqueueOutboxRow(ctx, outboxId);
  return board;
}

const NOTHING = { guards: {}, writes: [], outboxIds: [] };

type Carry = { outage: Outage; toDay: string; notify: boolean };

async function carryJobs(ctx: Context, actor: Actor, { outage, toDay, notify }: Carry) {
  const jobs = await listJobsByIds(
    ctx.db,
    jobsOf(outage.released).map(({ row }) => row.id),
  );
  const { bookings } = await planCarryOver(ctx, { day: outage.route.day, jobs, chosenDay: toDay });
  const moving = bookings.filter(({ reason }) => reason === null);
  return moving.length === 0 ? NOTHING : carryStatements(ctx, actor, { moving, toDay, notify });
}

const stored = ({ id: _none, ...absence }: AbsenceRow) => absence;

/** 'Truck 1 is out from 10:00 AM: The truck broke down'. */
function textOf({ plan, route }: Outage, absence: AbsenceRow): string {
  return absenceText(absence, {
    crew: route,
    names: { truck: route.truckName ?? 'The truck', driver: route.driverName },
    time: formatTime(timeOn(plan, route.day, absence.fromTime), plan.timeZone),
  });
}

/** Says that a truck or a driver is back. Throws not_found when the absence is over already. */
export async function endAbsence(ctx: Context, actor: Actor, id: number): Promise<void> {
  const absence = await findDayAbsence(ctx.db, id);
  if (!absence) throw new AppError('not_found', 'This absence is over already.');
  const entry = { action: 'back', actor, before: null, after: null, nowMs: ctx.now() };
  await commit(ctx, {
    writes: [
      deleteAbsence(ctx.db, id),
      ...absence.routeIds.map((routeId) => insertRouteFact(ctx.db, routeId, entry)),
    ],
  });
}
