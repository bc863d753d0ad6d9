import type { DumpTicket, NewDumpTicket } from '#contract/dump-tickets.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, type Guards, unlessGuarded } from '#worker/base/db/commit.ts';
import { retryOnVersionConflict, VersionConflict } from '#worker/base/history/version-conflict.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { nextVersion } from '#worker/rental/next-version.ts';
import { getBooking, getBookingAt } from '#worker/rental/service.ts';
import { type DumpTicketRow, findFee, insertFee, isNotVoided, listFees, voidFee } from './repo.ts';

const FUTURE = 'The dump date must not be in the future';

type Place = { bookingId: number; feeId: number };

export async function readDumpTickets(ctx: Context, bookingId: number): Promise<DumpTicket[]> {
  await getBooking(ctx, bookingId);
  return (await listFees(ctx.db, bookingId)).map(toDumpTicket);
}

/**
 * Records a dump ticket. The booking gets a new version, so a price change that is based on an older version conflicts.
 */
export async function addDumpTicket(
  ctx: Context,
  actor: Actor,
  { bookingId, version, fee }: { bookingId: number; version: number | null; fee: NewDumpTicket },
): Promise<DumpTicket> {
  if (fee.dumpDate > ctx.today()) {
    throw new AppError('invalid', FUTURE, { issues: [{ path: 'dumpDate', message: FUTURE }] });
  }
  const feeId = await changeWith(ctx, actor, {
    bookingId,
    version,
    action: 'dump_ticket_added',
    ticket: fee,
    write: (act) => insertFee(ctx.db, { bookingId, fee }, act),
  });
  return getDumpTicket(ctx, { bookingId, feeId });
}

/** Voids a wrong ticket. The row stays for the record. */
export async function voidDumpTicket(
  ctx: Context,
  actor: Actor,
  { version, ...place }: Place & { version: number | null },
): Promise<DumpTicket> {
  const { bookingId, feeId } = place;
  await getBooking(ctx, bookingId);
  const ticket = await getActiveFee(ctx, place);
  await changeWith(ctx, actor, {
    bookingId,
    version,
    action: 'dump_ticket_voided',
    ticket,
    guards: { not_voided: isNotVoided(feeId) },
    refuse: () => getActiveFee(ctx, place),
    write: (act) => voidFee(ctx.db, feeId, act),
  });
  return getDumpTicket(ctx, place);
}

type Ticket = Pick<NewDumpTicket, 'weight' | 'dumpLocation' | 'dumpDate' | 'feeAmount' | 'ticketNumber'>;
type Change = {
  bookingId: number;
  /** The booking's version that the caller has seen; null accepts any version. */
  version: number | null;
  action: string;
  ticket: Ticket;
  guards?: Guards;
  /** Throws the error when a guard no longer holds. */
  refuse?: () => Promise<unknown>;
  /** Writes the ticket and returns its id. */
  write: (act: Parameters<typeof insertFee>[2]) => ReturnType<typeof insertFee>;
};

/** Writes the ticket, the booking's new version and its history in one transaction. Returns the id of the ticket. */
function changeWith(
  ctx: Context,
  actor: Actor,
  { bookingId: id, version, action, ticket, guards, refuse, write }: Change,
): Promise<number> {
  const { weight, dumpLocation, dumpDate, feeAmount, ticketNumber } = ticket;
  const after = {
    dumpTicket: { weight, dumpLocation, dumpDate, feeAmount, ...(ticketNumber && { ticketNumber }) },
  };
  return retryOnVersionConflict(ctx, async () => {
    const record = await getBookingAt(ctx, { id, version });
    const next = nextVersion(ctx, { actor, record, action, before: null, after });
    const written = await unlessGuarded(
      ['version', 'not_voided'],
      commit(ctx, {
        guards: { ...next.guards, ...guards },
        writes: { next: next.writes, ticket: write({ userId: actor.userId, nowMs: ctx.now() }) },
      }),
    );
    const [row] = (written?.ticket.results ?? []) as { id: number }[];
    if (row) return row.id;
    await refuse?.();
    return new VersionConflict({ subject: 'booking', subjectId: id }, record.version);
  });
}

async function getDumpTicket(ctx: Context, place: Place): Promise<DumpTicket> {
  return toDumpTicket(await getRow(ctx, place));
}

async function getActiveFee(ctx: Context, place: Place): Promise<DumpTicketRow> {
  const row = await getRow(ctx, place);
  if (row.voidedAt !== null) throw new AppError('conflict', 'This dump ticket is voided already.');
  return row;
}

async function getRow(ctx: Context, place: Place): Promise<DumpTicketRow> {
  const row = await findFee(ctx.db, place);
  if (!row) throw new AppError('not_found', 'There is no such dump ticket.');
  return row;
}

function toDumpTicket({
  createdAt,
  voidedAt,
  actionId: _,
  loadStopId: __,
  ...row
}: DumpTicketRow): DumpTicket {
  return { ...row, createdAt: isoInstant(createdAt), voidedAt: isoInstant(voidedAt) };
}
