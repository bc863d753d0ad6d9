import { getTruckCalendar } from '#contract/truck-calendar.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { readTruckCalendar } from './service.ts';

export function mountTruckCalendar(app: App) {
  implement(app, getTruckCalendar, ({ ctx, query }) => readTruckCalendar(ctx, query));
}
