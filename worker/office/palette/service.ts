import { PALETTE_ROWS, type PaletteMatches } from '#contract/palette.ts';
import type { Context } from '#worker/base/context.ts';
import { readBatch } from '#worker/base/db/rows.ts';
import { phoneFacts } from '#worker/base/platform/phone-numbers.ts';
import { unitsByNumber } from '#worker/fleet/units/repo.ts';
import { toDumpsters } from '#worker/fleet/units/service.ts';
import { clientsFoundBy } from '#worker/office/clients/repo.ts';
import { toClients } from '#worker/office/clients/service.ts';
import { bookingOfNumber, bookingsFoundBy } from './repo.ts';

/** '29' and '#29'. */
const NUMBER = /^#?(\d{1,9})$/;

/**
 * What the command palette shows for a text: the first rows of each kind, without counting the others. They are read in
 * one call of the database.
 */
export async function findPaletteMatches(ctx: Context, q: string): Promise<PaletteMatches> {
  const number = NUMBER.exec(q)?.[1];
  const limit = PALETTE_ROWS;
  const [numbered, found, clients, units] = await readBatch(ctx.db, [
    bookingOfNumber(number ? Number(number) : null),
    bookingsFoundBy(q, { today: ctx.today(), limit }),
    clientsFoundBy(q, { limit, today: ctx.today() }),
    unitsByNumber({ text: q, limit }),
  ]);
  const others = found.filter(({ id }) => !numbered.some((one) => one.id === id));
  const bookings = [...numbered, ...others].slice(0, limit);
  return {
    bookings: bookings.map((booking) => ({ ...booking, ...phoneFacts(booking.phone) })),
    clients: await toClients(ctx, clients),
    units: units.length > 0 ? await toDumpsters(ctx, units) : [],
  };
}
