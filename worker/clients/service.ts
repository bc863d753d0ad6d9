import type { Client } from '#contract/clients.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { toBookings } from '#worker/booking-records/service.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import type { Context } from '#worker/context.ts';
import type { ListPage } from '#worker/lists/list-repo.ts';
import { phoneFacts } from '#worker/platform/phone-numbers.ts';
import {
  type ClientFilter,
  type ClientRecord,
  type PageRequest,
  pageOfClientBookings,
  pageOfClients,
} from './repo.ts';

export async function clientsOf(
  ctx: Context,
  request: PageRequest & { filter: ClientFilter },
): Promise<ListPage<Client>> {
  const page = await pageOfClients(ctx.db, request);
  const labelsOf = await loadLabels(ctx, page.rows);
  return { ...page, rows: page.rows.map((record) => toClient(record, labelsOf(record).rentalLabel)) };
}

/** The bookings of a client; empty for an address without bookings. */
export async function bookingsOfClient(
  ctx: Context,
  request: PageRequest & { email: string; search?: string | undefined },
): Promise<ListPage<Booking>> {
  const page = await pageOfClientBookings(ctx.db, request);
  return { ...page, rows: await toBookings(ctx, page.rows) };
}

function toClient(record: ClientRecord, rentalLabel: string): Client {
  const { lastId, lastDeliveryDate, rentalType, lastStatus, ...shown } = record;
  const lastBooking = {
    id: lastId,
    deliveryDate: lastDeliveryDate,
    rentalType,
    rentalLabel,
    status: lastStatus,
  };
  const { phoneDisplay } = phoneFacts(shown.phone);
  return { ...shown, phoneDisplay, lastBooking };
}
