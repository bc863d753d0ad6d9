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
import { getBooking, toBooking } from '#worker/booking-records/service.ts';
import { etagOf, versionFrom } from '#worker/history/version-conflict.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { answerPage } from '#worker/http/page-headers.ts';
import { freeDumpsters } from './days.ts';
import {
  bookingHistory,
  clearAttention,
  listBookings,
  moveBooking,
  setBookingStatus,
  setFinalPrice,
} from './service.ts';

const NOTHING_REFUNDED =
  'The booking is cancelled. This call refunded nothing. To refund, use POST /api/refund-payment.';

export function mountBookings(app: App) {
  implement(app, listBookingsCall, async (call) => {
    const { sort, limit, cursor, ...filter } = call.query;
    return answerPage(call, await listBookings(call.ctx, { filter, sort, limit, cursor }));
  });

  implement(app, getBookingCall, async ({ ctx, params, setHeader }) =>
    tagged(setHeader, await getBooking(ctx, params.id)),
  );

  implement(app, setStatusCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const input = { ...params, ...body, version };
    const { record, endedPayLink, droppedEmail } = await setBookingStatus(ctx, actor, input);
    const message = record.status === 'cancelled' ? NOTHING_REFUNDED : null;
    return { ...tagged(setHeader, record), endedPayLink, droppedEmail, message };
  });

  implement(app, setFinalPriceCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const { record, endedPayLink } = await setFinalPrice(ctx, actor, { ...params, ...body, version });
    return { ...tagged(setHeader, record), endedPayLink };
  });

  implement(app, moveBookingCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    return tagged(setHeader, await moveBooking(ctx, actor, { ...params, ...body, version }));
  });

  implement(app, clearAttentionCall, async ({ ctx, actor, params, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    return tagged(setHeader, await clearAttention(ctx, actor, { ...params, version }));
  });

  implement(app, listFreeDumpsters, async ({ ctx, params }) =>
    freeDumpsters(ctx, await getBooking(ctx, params.id)),
  );
  implement(app, listBookingHistory, ({ ctx, params }) => bookingHistory(ctx, params.id));
}

function tagged(setHeader: (name: string, value: string) => void, record: Parameters<typeof toBooking>[0]) {
  setHeader('ETag', etagOf(record));
  return toBooking(record);
}
