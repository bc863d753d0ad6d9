import { listHolds, releaseHold as releaseHoldCall } from '#contract/holds.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { listLiveHolds, releaseHold } from './service.ts';

export function mountHolds(app: App) {
  implement(app, listHolds, ({ ctx }) => listLiveHolds(ctx));
  implement(app, releaseHoldCall, ({ ctx, actor, params }) => releaseHold(ctx, actor, params.id));
}
