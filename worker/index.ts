import { WorkerEntrypoint } from 'cloudflare:workers';
import { consume, consumeDeadLetters } from '#worker/queue/consumer.ts';
import { makeApp } from './app.ts';
import { runCronTask, runSchedule } from './cron/schedule.ts';
import { type Env, settingsOf } from './env.ts';

export { UserSessions } from './sessions/user-sessions.ts';

const app = makeApp();

export default {
  fetch: app.fetch,
  queue: (batch, env) =>
    batch.queue === settingsOf(env).deadLetterQueue ? consumeDeadLetters(batch, env) : consume(batch, env),
  scheduled: (controller, env) => runSchedule(env, controller.cron),
} satisfies ExportedHandler<Env>;

/** For operators, over a service binding only. It has no URL. */
export class Operations extends WorkerEntrypoint<Env> {
  /** Runs a cron task now, including what is not due yet, and returns its counts. */
  runCron(name: string): Promise<Record<string, number>> {
    return runCronTask(this.env, name, { isForced: true });
  }
}
