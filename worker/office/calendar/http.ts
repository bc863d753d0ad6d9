import { getTruckCalendar } from '#contract/truck-calendar.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { readTruckCalendar } from './service.ts';

export function mountTruckCalendar(app: App) {
  implement(app, getTruckCalendar, ({ ctx, query }) => readTruckCalendar(ctx, query));
}
