import { closeDay, listBlackoutDayHistory, listBlackoutDays, openDay } from '#contract/blackout-days.ts';
import { historyOfKind } from '#worker/base/history/service.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { closeBlackoutDay, listDays, openBlackoutDay } from './service.ts';

export function mountBlackoutDays(app: App) {
  implement(app, listBlackoutDays, ({ ctx, query }) =>
    listDays(ctx, { from: query.from ?? null, to: query.to ?? null }),
  );
  implement(app, listBlackoutDayHistory, ({ ctx }) => historyOfKind(ctx, 'blackout_day'));
  implement(app, closeDay, ({ ctx, actor, body }) => closeBlackoutDay(ctx, actor, body));
  implement(app, openDay, async ({ ctx, actor, body }) => {
    await openBlackoutDay(ctx, actor, body.day);
    return undefined;
  });
}
