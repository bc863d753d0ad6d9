import type { NewDumpTicket } from '#contract/dump-tickets.ts';
import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import type { ConflictKind } from '#domain/dispatch/conflicts.ts';
import { findLoadOfTicket, ticketKey } from '#domain/dispatch/loads.ts';
import { dayAt } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { Guards } from '#worker/base/db/commit.ts';
import { insertFee } from '#worker/rental/dump-tickets/repo.ts';
import { nextVersion } from '#worker/rental/next-version.ts';
import { getBooking } from '#worker/rental/service.ts';
import { insertConflict } from './conflicts-repo.ts';
import { assignTicketPhotos } from './effects-repo.ts';
import { readTicketRoute } from './loads-repo.ts';
import {
  type ActionInput,
  type ActionPlan,
  applied,
  conflictStatements,
  type EffectStatement,
  findFactConflict,
} from './plan.ts';

type TicketInput = ActionInput<'ticket'>;

/**
 * A ticket is always recorded. It becomes one dump fee of the booking whose load it was, or a conflict. At a stop that
 * the office had moved or removed it is both: the load was dumped, and the office checks the fee.
 */
export async function planTicket(input: TicketInput): Promise<ActionPlan> {
  const { ctx, entry, state } = input;
  const verdict = await judgeTicket(input);
  if (verdict.status === 'known') return applied();
  if (verdict.status === 'billed') {
    const statements = [...verdict.statements, ...movedStatements(input, verdict.bookingId)];
    return { isRefused: false, guards: verdict.guards, statements };
  }
  const { kind, message, bookingId } = verdict;
  return applied(
    ...movedStatements(input, bookingId),
    insertConflict(ctx.db, {
      actionId: entry.id,
      kind,
      stopId: state.stop.id,
      bookingId,
      message,
      nowMs: entry.receivedAt,
    }),
  );
}

function movedStatements(input: TicketInput, bookingId: number | null): EffectStatement[] {
  const conflict = findFactConflict(input.state.stop);
  if (!conflict) return [];
  const what = `Ticket ${input.payload.number}`;
  return conflictStatements(input, what, { ...conflict, ...(bookingId !== null && { bookingId }) });
}

type Verdict =
  /** The database refuses the statements when the load or the ticket has a fee by then. */
  | { status: 'billed'; guards: Guards; statements: EffectStatement[]; bookingId: number }
  /** It is on record, with the same values. */
  | { status: 'known' }
  | { status: 'conflict'; kind: ConflictKind; message: string; bookingId: number | null };

/** What a ticket means now: also asked again later, when the load of a ticket may be recorded. */
export async function judgeTicket(input: TicketInput): Promise<Verdict> {
  const { ctx, entry, payload, state } = input;
  const { routeId, truckId, routeDay, id: stopId, stopOrder } = state.stop;
  const { route, tickets } = await readTicketRoute(ctx.db, { routeId, truckId, day: routeDay });
  const text = `Ticket ${payload.number} (${valuesText(payload.net, payload.fee)})`;
  const known = tickets.find(({ number }) => ticketKey(number) === ticketKey(payload.number));
  if (known) {
    const isSame = known.weight === payload.net && known.feeAmount === payload.fee;
    if (isSame && (known.stopId === null || known.stopId === stopId)) return { status: 'known' };
    const { bookingId } = known;
    return {
      status: 'conflict',
      kind: 'ticket_repeated',
      bookingId,
      message: `${text} was recorded again. Booking #${bookingId} has a dump fee of this ticket (${valuesText(known.weight, known.feeAmount)}). Void that fee and enter it again if it is wrong.`,
    };
  }
  const found = findLoadOfTicket({ stopId, stopOrder, atMs: entry.correctedTime }, route);
  if (found.status === 'waiting') {
    return {
      status: 'conflict',
      kind: 'ticket_without_load',
      bookingId: state.stop.bookingId,
      message: `${text} was recorded, but no pickup before it is marked done. Mark the pickup done, or enter the dump fee at its booking.`,
    };
  }
  const { bookingId } = found.load;
  if (found.status === 'billed') {
    return {
      status: 'conflict',
      kind: 'second_ticket',
      bookingId,
      message: `${text} was recorded, but this load of booking #${bookingId} has a dump fee. Void that fee to use this ticket, or enter a second fee at the booking.`,
    };
  }
  return { status: 'billed', ...(await makeFeeStatements(input, found.load)), bookingId };
}

async function makeFeeStatements(
  input: TicketInput,
  { bookingId, stopId: loadStopId }: { bookingId: number; stopId: number },
): Promise<{ guards: Guards; statements: EffectStatement[] }> {
  const { ctx, entry, state } = input;
  const { version } = await getBooking(ctx, bookingId);
  const fee = newFee(input);
  const { weight, dumpLocation, dumpDate, feeAmount, ticketNumber } = fee;
  const next = nextVersion(
    { db: ctx.db, now: () => entry.receivedAt },
    {
      actor: { userId: entry.driverId, username: input.driverName },
      record: { id: bookingId, version },
      action: 'dump_ticket_added',
      before: null,
      after: { dumpTicket: { weight, dumpLocation, dumpDate, feeAmount, ticketNumber } },
    },
  );
  return {
    guards: { load_version: next.guards.version },
    statements: [
      ...next.writes,
      insertFee(
        ctx.db,
        { bookingId, fee, recorded: { actionId: entry.id, loadStopId } },
        { userId: entry.driverId, nowMs: entry.receivedAt },
      ),
      assignTicketPhotos(ctx.db, { stopId: state.stop.id, bookingId }),
    ],
  };
}

const valuesText = (weight: number, fee: number) => `${formatWeight(weight)}, ${formatUsd(fee)}`;

function newFee({ ctx, entry, payload, state }: TicketInput): NewDumpTicket {
  const { number, gross, tare, net, fee } = payload;
  const weights =
    gross == null || tare == null ? '' : `Gross ${formatWeight(gross)}, tare ${formatWeight(tare)}`;
  return {
    weight: net,
    dumpLocation: state.stop.siteName ?? 'Disposal site',
    dumpDate: dayAt(entry.correctedTime, ctx.settings.timeZone),
    feeAmount: fee,
    ticketNumber: number,
    notes: weights,
  };
}
