import type { OrderTime } from '#domain/catalog/delivery-days.ts';
import { latestTimeAt } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';

/** Now on the business's clock. */
export function orderTime({ now, today, settings }: Context): OrderTime {
  return { today: today(), time: latestTimeAt(now(), settings.timeZone) };
}
