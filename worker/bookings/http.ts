import { updateBooking as updateBookingCall } from '#contract/booking-details.ts';
import { listFreeDumpsters } from '#contract/inventory.ts';
import {
  clearAttention as clearAttentionCall,
  getBooking as getBookingCall,
  listBookingHistory,
  listBookings as listBookingsCall,
  moveBooking as moveBookingCall,
  setFinalPrice as setFinalPriceCall,
  setBookingStatus as setStatusCall,
} from '#contract/staff-bookings.ts';
import type { Context } from '#worker/base/context.ts';
import { etagOf, requireVersion, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import { getBooking, toBooking } from '#worker/rental/service.ts';
import { freeDumpsters } from './days.ts';
import { updateBooking } from './details/update.ts';
import { listBookingEvents } from './history.ts';
import { sumOfWork } from './list/sums.ts';
import type { RouteCheck } from './route-check.ts';
import { clearAttention, listBookings, moveBooking, setBookingStatus, setFinalPrice } from './service.ts';

const NOTHING_REFUNDED =
  'The booking is cancelled. This call refunded nothing. To refund, use POST /api/refund-payment.';

export function mountBookings(app: App, check: RouteCheck) {
  implement(app, listBookingsCall, async (call) => {
    const { sort, limit, cursor, ...filter } = call.query;
    const page = await listBookings(call.ctx, { filter, sort, limit, cursor });
    const sum = await sumOfWork(call.ctx, filter, page.total);
    if (sum !== null) call.setHeader('X-Sum', String(sum));
    return answerPage(call, page);
  });

  implement(app, getBookingCall, async (call) =>
    taggedBooking(call, await getBooking(call.ctx, call.params.id)),
  );

  implement(app, updateBookingCall, async (call) => {
    const { ctx, actor, params, header } = call;
    const { acceptPrice, ...changes } = call.body;
    const version = requireVersion(header('If-Match'));
    const input = { ...params, version, changes, acceptPrice };
    const { record, endedPayLink } = await updateBooking(ctx, actor, input);
    return { ...(await taggedBooking(call, record)), endedPayLink };
  });

  implement(app, setStatusCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = versionFrom(header('If-Match'));
    const input = { ...params, ...body, version };
    const { record, endedPayLink, droppedEmail } = await setBookingStatus(ctx, actor, input);
    const message = record.status === 'cancelled' ? NOTHING_REFUNDED : null;
    return { ...(await taggedBooking(call, record)), endedPayLink, droppedEmail, message };
  });

  implement(app, setFinalPriceCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = versionFrom(header('If-Match'));
    const { record, endedPayLink } = await setFinalPrice(ctx, actor, { ...params, ...body, version });
    return { ...(await taggedBooking(call, record)), endedPayLink };
  });

  implement(app, moveBookingCall, async (call) => {
    const { ctx, actor, params, body, header } = call;
    const version = versionFrom(header('If-Match'));
    return taggedBooking(call, await moveBooking(ctx, actor, { ...params, ...body, version, check }));
  });

  implement(app, clearAttentionCall, async (call) => {
    const { ctx, actor, params, header } = call;
    const version = versionFrom(header('If-Match'));
    return taggedBooking(call, await clearAttention(ctx, actor, { ...params, version }));
  });

  implement(app, listFreeDumpsters, async ({ ctx, params, query }) =>
    freeDumpsters(ctx, await getBooking(ctx, params.id), query.role),
  );
  implement(app, listBookingHistory, ({ ctx, params }) => listBookingEvents(ctx, params.id));
}

type Reply = { ctx: Context; setHeader: (name: string, value: string) => void };

/** The booking as a reply, with its ETag. */
export function taggedBooking({ ctx, setHeader }: Reply, record: Awaited<ReturnType<typeof getBooking>>) {
  setHeader('ETag', etagOf(record));
  return toBooking(ctx, record);
}
