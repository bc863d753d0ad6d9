import {
  getNextAvailableDate,
  listAvailableDumpsterTypes,
  listUnavailableDates,
} from '#contract/availability.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { listTypes, listUnavailable, nextAvailable } from './service.ts';

export function mountAvailability(app: App) {
  implement(app, listAvailableDumpsterTypes, ({ ctx, query }) => {
    const { deliveryDate, rentalType } = query;
    return listTypes(ctx, deliveryDate && rentalType ? { start: deliveryDate, type: rentalType } : null);
  });

  implement(app, listUnavailableDates, ({ ctx, query }) => listUnavailable(ctx, query));

  implement(app, getNextAvailableDate, async ({ ctx, params, query }) => ({
    nextAvailableDate: await nextAvailable(ctx, params.rentalType, query.dumpsterType ?? null),
  }));
}
