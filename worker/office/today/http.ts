import { getDashboard } from '#contract/dashboard.ts';
import { getToday as getTodayCall } from '#contract/today.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { readDashboard } from './service.ts';
import { workOfToday } from './today.ts';

export function mountDashboard(app: App) {
  implement(app, getDashboard, ({ ctx }) => readDashboard(ctx));
  implement(app, getTodayCall, ({ ctx }) => workOfToday(ctx));
}
