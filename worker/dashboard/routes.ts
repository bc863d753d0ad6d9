import { getDashboard } from '#contract/dashboard.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { dashboardOf } from './service.ts';

export function mountDashboard(app: App) {
  implement(app, getDashboard, ({ ctx }) => dashboardOf(ctx));
}
