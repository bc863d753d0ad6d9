import { PALETTE_ROWS, type PaletteMatches } from '#contract/palette.ts';
import { listBookings } from '#worker/bookings/service.ts';
import { clientsOf } from '#worker/clients/service.ts';
import type { Context } from '#worker/context.ts';
import { findUnits } from '#worker/inventory/service.ts';

/** '29' and '#29'. */
const NUMBER = /^#?(\d{1,9})$/;

/** What the command palette shows for a text: the first rows of each kind, without counting the others. */
export async function findPaletteMatches(ctx: Context, q: string): Promise<PaletteMatches> {
  const number = NUMBER.exec(q)?.[1];
  const page = { limit: PALETTE_ROWS, isCounted: false };
  const [numbered, found, clients, units] = await Promise.all([
    number ? listBookings(ctx, { filter: { id: Number(number) }, ...page }) : null,
    listBookings(ctx, { filter: { search: q }, ...page }),
    clientsOf(ctx, { filter: { search: q }, ...page }),
    findUnits(ctx, { text: q, limit: PALETTE_ROWS }),
  ]);
  const first = numbered?.rows ?? [];
  const others = found.rows.filter(({ id }) => !first.some((one) => one.id === id));
  return { bookings: [...first, ...others].slice(0, PALETTE_ROWS), clients: clients.rows, units };
}
