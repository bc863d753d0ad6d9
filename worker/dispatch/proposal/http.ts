import { acceptDayPlan, proposeDayPlan } from '#contract/dispatch-plan.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { acceptDay } from './accept.ts';
import { proposeDay } from './propose.ts';

export function mountDayPlan(app: App) {
  implement(app, proposeDayPlan, ({ ctx, body }) => proposeDay(ctx, body));
  implement(app, acceptDayPlan, ({ ctx, actor, body }) => acceptDay(ctx, actor, body));
}
