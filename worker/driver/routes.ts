import { listDriverRoutes } from '#contract/driver-routes.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { driverRoutesOf } from './service.ts';

export function mountDriver(app: App) {
  implement(app, listDriverRoutes, ({ ctx, actor }) => driverRoutesOf(ctx, actor));
}
