import { type Client, type ClientWithKeys, MAX_CLIENT_MATCHES } from '#contract/clients.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { readBatch } from '#worker/base/db/rows.ts';
import type { ListPage } from '#worker/base/lists/list-repo.ts';
import { phoneFacts } from '#worker/base/platform/phone-numbers.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { toBookings } from '#worker/rental/service.ts';
import { listMergedKeys } from './merge-repo.ts';
import {
  type ClientFilter,
  type ClientRecord,
  clientsFoundBy,
  findClientRecord,
  listClientsOfKeys,
  type PageRequest,
  pageOfClientBookings,
  pageOfClients,
  placesFoundBy,
} from './repo.ts';

export async function readClientPage(
  ctx: Context,
  request: PageRequest & { filter: ClientFilter },
): Promise<ListPage<Client>> {
  const page = await pageOfClients(ctx.db, { ...request, today: ctx.today() });
  return { ...page, rows: await toClients(ctx, page.rows) };
}

/**
 * The clients whom staff may mean, for an order by phone: by name, phone number or e-mail address, and by any address
 * they booked for, which is then the address of the reply.
 */
export async function clientMatches(ctx: Context, q: string): Promise<Client[]> {
  const today = ctx.today();
  const [named, placed] = await readBatch(ctx.db, [
    clientsFoundBy(q, { limit: MAX_CLIENT_MATCHES, today }),
    placesFoundBy(q),
  ]);
  const places = Map.groupBy(placed, ({ clientKey }) => clientKey);
  for (const { key } of named) places.delete(key);
  const keys = [...places.keys()].slice(0, MAX_CLIENT_MATCHES - named.length);
  const others = await listClientsOfKeys(ctx.db, { keys, today });
  const inOrder = others.toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key));
  const atPlaces = inOrder.map((client) => {
    const { address, city, state, zip } = places.get(client.key)?.[0] ?? client;
    return { ...client, address, city, state, zip };
  });
  return toClients(ctx, [...named, ...atPlaces]);
}

/** The bookings of a client by any of its keys; empty for an unknown key. */
export async function bookingsOfClient(
  ctx: Context,
  request: PageRequest & { key: string; search?: string | undefined },
): Promise<ListPage<Booking>> {
  const page = await pageOfClientBookings(ctx.db, request);
  return { ...page, rows: await toBookings(ctx, page.rows) };
}

/** A client by any of its keys. Throws not_found. */
export async function clientByKey(ctx: Context, key: string): Promise<ClientWithKeys> {
  const record = await findClientRecord(ctx.db, { key, today: ctx.today() });
  if (!record) throw new AppError('not_found', 'No client has this e-mail address or phone number.');
  const [client] = await toClients(ctx, [record]);
  if (!client) throw new Error('toClients returned no client');
  const mergedKeys = await listMergedKeys(ctx.db, record.key);
  return {
    ...client,
    mergedKeys: mergedKeys.map(({ mergedAt, ...each }) => ({ ...each, mergedAt: isoInstant(mergedAt) })),
  };
}

/** Clients as the API returns them, with the names of their own rate cards. */
export async function toClients(ctx: Context, records: readonly ClientRecord[]): Promise<Client[]> {
  const today = ctx.today();
  const labelsOf = await loadLabels(
    ctx,
    records.flatMap((record) => [record, ...(record.past ? [record.past] : [])]),
  );
  return records.map(({ past, ...record }) => {
    const { lastId: id, lastDeliveryDate: deliveryDate } = record;
    const { rentalLabel } = labelsOf(record);
    const pastBooking =
      deliveryDate > today
        ? past && { id: past.id, deliveryDate: past.deliveryDate, rentalLabel: labelsOf(past).rentalLabel }
        : { id, deliveryDate, rentalLabel };
    return { ...toClient(record, rentalLabel), pastBooking };
  });
}

function toClient(record: Omit<ClientRecord, 'past'>, rentalLabel: string): Omit<Client, 'pastBooking'> {
  const { lastId, lastDeliveryDate, rentalType, lastStatus, lastEmail, ...shown } = record;
  const lastBooking = {
    id: lastId,
    deliveryDate: lastDeliveryDate,
    rentalType,
    rentalLabel,
    status: lastStatus,
  };
  const { phoneDisplay } = phoneFacts(shown.phone);
  // Only an e-mail address contains it.
  const email = shown.key.includes('@') ? shown.key : lastEmail || null;
  return { ...shown, email, phoneDisplay, lastBooking };
}
