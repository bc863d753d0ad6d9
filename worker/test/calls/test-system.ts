import type { Env } from '#worker/base/env.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { call, ORIGIN } from '#worker/test/http.ts';
import { deliverTasks } from '#worker/test/webhook.ts';
import { addUser, rows, testEnv } from '#worker/test/world.ts';
import type { System } from './system.ts';

type Mail = { to: string; text: string };

/** The Worker of the tests as a system: its queue keeps what is sent until `settle`, and its e-mails stay here. */
export async function makeTestSystem(variables: Partial<Env> = {}): Promise<{ system: System; env: Env }> {
  const waiting: object[] = [];
  const mails: Mail[] = [];
  const TASKS = {
    send: async (message: object) => void waiting.push(message),
  } as unknown as Env['TASKS'];
  const EMAIL = {
    send: async (mail: Mail) => {
      mails.push(mail);
      return { messageId: `mail-${mails.length}` };
    },
  } as unknown as Env['EMAIL'];
  const env: Env = { ...testEnv, TASKS, EMAIL, ROUTING_API_KEY: 'local-routing-key', ...variables };
  const admin = { username: 'root', password: 'correct horse' };
  await addUser({ ...admin, role: 'super_admin' });
  const system: System = {
    admin,
    publicUrl: ORIGIN,
    origin: ORIGIN,
    fetch: (path, init) => call(path, init, env),
    stripe: (path, init) => fetch(`https://api.stripe.com${path}`, init),
    settle: async () => {
      await rows('UPDATE outbox SET due_at = NULL WHERE done_at IS NULL');
      while (waiting.length > 0) await deliverTasks(waiting.splice(0), env);
    },
    runCron: async (name) => void (await runCronTask(env, name, { isForced: true })),
    readMail: async (to) => {
      const mail = mails.findLast((one) => one.to === to);
      if (!mail) throw new Error(`No e-mail to ${to} among ${mails.map((one) => one.to).join(', ')}`);
      return mail.text;
    },
    execute: async (statement) => void (await rows(statement)),
  };
  return { system, env };
}
