import { listJobs as listJobsCall, markJobDone, undoJob } from '#contract/jobs.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { toBooking } from '#worker/rental/service.ts';
import { listJobs, markJob, toJobs } from './service.ts';

export function mountJobs(app: App) {
  implement(app, listJobsCall, ({ ctx, query }) => listJobs(ctx, query));

  for (const [call, isDone] of [
    [markJobDone, true],
    [undoJob, false],
  ] as const) {
    implement(app, call, async ({ ctx, actor, params, header, setHeader }) => {
      const version = versionFrom(header('If-Match'));
      const { job, record } = await markJob(ctx, actor, { id: params.id, version, isDone });
      const [shown] = await toJobs(ctx, [job]);
      if (!shown) throw new Error('toJobs returned no job');
      setHeader('ETag', etagOf(job));
      return { ...shown, booking: await toBooking(ctx, record) };
    });
  }
}
