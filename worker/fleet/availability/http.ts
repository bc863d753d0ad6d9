import {
  getNextAvailableDate,
  listAvailableDumpsterTypes,
  listUnavailableDates,
} from '#contract/availability.ts';
import { admitDatesCall } from '#worker/base/http/guards/limits.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { findNearestDays, listTypes, listUnavailable } from './service.ts';

export function mountAvailability(app: App) {
  implement(app, listAvailableDumpsterTypes, ({ ctx, query }) => {
    const { deliveryDate, rentalType, ...placement } = query;
    const rental = deliveryDate && rentalType ? { start: deliveryDate, type: rentalType } : null;
    return listTypes(ctx, rental, placement);
  });

  implement(app, listUnavailableDates, async (call) => {
    await admitDatesCall(call);
    return listUnavailable(call.ctx, call.query);
  });

  implement(app, getNextAvailableDate, async (call) => {
    await admitDatesCall(call);
    const { ctx, params, query } = call;
    return findNearestDays(ctx, { ...params, ...query });
  });
}
