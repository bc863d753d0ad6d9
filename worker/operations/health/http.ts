import { getHealth } from '#contract/platform.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import type { CronExpressions } from './checks.ts';
import { getRecentHealth, hasHealthKey } from './service.ts';

/** `crons`: the tasks that must have run lately. */
export function mountHealth(app: App, crons: CronExpressions) {
  implement(app, getHealth, async ({ ctx, header, setStatus }) => {
    const isOn = await ctx.isInMaintenance();
    const hasKey = await hasHealthKey(ctx, header('Authorization'));
    if (isOn && !hasKey) return { status: 'maintenance' as const };
    const { status, checks } = await getRecentHealth(ctx, crons);
    if (status === 'failing' && !isOn) setStatus(503);
    return { status: isOn ? ('maintenance' as const) : status, ...(hasKey && { checks: [...checks] }) };
  });
}
