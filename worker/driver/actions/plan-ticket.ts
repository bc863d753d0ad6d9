import type { NewDumpFee } from '#contract/dump-fees.ts';
import { dayAt } from '#domain/days.ts';
import { formatWeight } from '#domain/dump-fees.ts';
import { isBookingAt } from '#worker/booking-records/repo.ts';
import { getBooking } from '#worker/booking-records/service.ts';
import { insertFee } from '#worker/dump-fees/repo.ts';
import { insertEntry } from '#worker/history/repo.ts';
import { ALWAYS, assignTicketPhotos, incrementBookingVersion } from './effects-repo.ts';
import { type ActionInput, type ActionPlan, applied } from './plan.ts';
import { findLoad, hasTicket } from './state-repo.ts';

type TicketInput = ActionInput<'ticket'>;

/**
 * A dump fee of the booking whose load it was: that of the stop, or of the first pickup before a disposal stop that has
 * no ticket yet. A ticket whose number the booking has already adds no second fee; one without a load is
 * recorded, too.
 */
export async function planTicket(input: TicketInput): Promise<ActionPlan> {
  const { ctx, entry, payload, state } = input;
  const { stop } = state;
  const bookingId = stop.bookingId ?? (await findLoad(ctx.db, stop));
  if (bookingId === null || (await hasTicket(ctx.db, { bookingId, number: payload.number })))
    return applied();
  const { version } = await getBooking(ctx, bookingId);
  const fee = feeOf(input);
  const { weight, dumpLocation, dumpDate, feeAmount, ticketNumber } = fee;
  const driver = { userId: entry.driverId, username: input.driverName };
  return {
    isRefused: false,
    only: isBookingAt(bookingId, version),
    statements: [
      incrementBookingVersion(ctx.db, bookingId),
      insertEntry(
        ctx.db,
        { subject: 'booking', subjectId: bookingId, version: version + 1 },
        {
          action: 'dump_ticket_added',
          actor: driver,
          before: null,
          after: { dumpTicket: { weight, dumpLocation, dumpDate, feeAmount, ticketNumber } },
          nowMs: entry.receivedAt,
          condition: ALWAYS,
        },
      ),
      insertFee(
        ctx.db,
        { bookingId, fee },
        { userId: entry.driverId, nowMs: entry.receivedAt, condition: ALWAYS },
      ),
      assignTicketPhotos(ctx.db, { stopId: stop.id, bookingId }),
    ],
  };
}

function feeOf({ ctx, entry, payload, state }: TicketInput): NewDumpFee {
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
