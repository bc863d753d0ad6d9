import type { Env } from '#worker/base/env.ts';
import worker from '#worker/index.ts';
import {
  CrossingLog,
  countFetches,
  countingEnv,
  warmUp,
  withProviders,
} from '#worker/test/crossings/crossings.ts';
import { delayedBy } from '#worker/test/crossings/pace.ts';
import { COUNTS_HEADER, type Counted, DELAY_HEADER } from './hops-headers.ts';

export { LiveHub, Operations, UserSessions } from '#worker/index.ts';

countFetches();

/** The Worker as wrangler.toml names it, but for counted requests. */
export default {
  ...worker,
  async fetch(request: Request<unknown, IncomingRequestCfProperties>, env: Env, execution: ExecutionContext) {
    const delayMs = Number(request.headers.get(DELAY_HEADER));
    if (!delayMs) return worker.fetch(request, env, execution);
    const log = new CrossingLog(delayedBy(delayMs));
    const counted = countingEnv(env, log);
    await warmUp(counted);
    log.start();
    const startMs = Date.now();
    const reply = await withProviders(log, async () => worker.fetch(request, counted, execution));
    const counts: Counted = { ...log.stop(), ms: Date.now() - startMs };
    const headers = new Headers(reply.headers);
    headers.set(COUNTS_HEADER, JSON.stringify(counts));
    const { status, webSocket } = reply;
    return new Response(reply.body, { status, headers, ...(webSocket && { webSocket }) });
  },
};
