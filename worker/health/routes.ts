import { getHealth } from '#contract/platform.ts';
import { type App, implement } from '#worker/http/implement.ts';
import type { CronExpressions } from './checks.ts';
import { getRecentHealth, hasHealthKey } from './service.ts';

/** `crons`: the tasks that must have run lately. */
export function mountHealth(app: App, crons: CronExpressions) {
  implement(app, getHealth, async ({ ctx, header, setStatus }) => {
    if (await ctx.isInMaintenance()) return { status: 'maintenance' as const };
    const { status, checks } = await getRecentHealth(ctx, crons);
    if (status === 'failing') setStatus(503);
    return (await hasHealthKey(ctx, header('Authorization'))) ? { status, checks: [...checks] } : { status };
  });
}
