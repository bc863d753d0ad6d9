import { WorkerEntrypoint } from 'cloudflare:workers';
import { consume, consumeDeadLetters } from '#worker/entry/queue/consumer.ts';
import type { WaitUntil } from './base/context.ts';
import { type Env, getEnvSettings } from './base/env.ts';
import { makeApp } from './entry/app.ts';
import { runCronTask, runSchedule } from './entry/cron/schedule.ts';
import './entry/intents.ts';

export { LiveHub } from './base/live/hub.ts';
export { UserSessions } from './base/sessions/user-sessions.ts';

const app = makeApp();

export default {
  fetch: app.fetch,
  queue: (batch, env, execution) => {
    const take = batch.queue === getEnvSettings(env).deadLetterQueue ? consumeDeadLetters : consume;
    return take(batch, env, (work) => execution.waitUntil(work));
  },
  scheduled: (controller, env, execution) =>
    runSchedule(env, controller.cron, (work) => execution.waitUntil(work)),
} satisfies ExportedHandler<Env>;

/** For operators, over a service binding only. It has no URL. */
export class Operations extends WorkerEntrypoint<Env> {
  /** Runs a cron task now, including what is not due yet, and returns its counts. */
  runCron(name: string): Promise<Record<string, number>> {
    const waitUntil: WaitUntil = (work) => this.ctx.waitUntil(work);
    return runCronTask(this.env, name, { isForced: true, waitUntil });
  }
}
