import type { OrderTime, TruckCalendar } from '#domain/catalog/delivery-days.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { latestTimeAt } from '#domain/days.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import type { Context } from '#worker/context.ts';
import { listClosedDays } from './repo.ts';

/** The published rate card, and the days on which trucks drive from today on. */
export async function getPublishedCalendar(ctx: Context) {
  const published = await getPublishedCard(ctx);
  return { ...published, calendar: await readTruckCalendar(ctx, published.card.calendar) };
}

/** The days on which trucks drive from today on, by the rules of a rate card. */
export async function readTruckCalendar(ctx: Context, rules: CalendarRules): Promise<TruckCalendar> {
  const closed = await listClosedDays(ctx.db, ctx.today());
  return { rules, closedDays: new Set(closed.map(({ day }) => day)) };
}

/** Now on the business's clock. */
export function orderTime({ now, today, settings }: Context): OrderTime {
  return { today: today(), time: latestTimeAt(now(), settings.timeZone) };
}
