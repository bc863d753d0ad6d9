import { hashPassword } from '#worker/base/platform/passwords.ts';
import { insertAdministrator } from './administrator.ts';
import type { CommandHandler } from './control.ts';
import type { Platform } from './platform.ts';

type NewAdmin = { username: string; email: string; password: string };

/** The commands that a running system accepts from npm scripts. */
export function commandHandler({ platform, now }: { platform: Platform; now: () => number }): CommandHandler {
  const commands: Record<string, (input: never) => Promise<unknown>> = {
    ping: async () => ({}),
    cron: async (name: string) => {
      const result = await platform.runCron(name);
      if ('message' in result) throw new Error(result.message);
      return result.counts;
    },
    administrator: async ({ username, email, password }: NewAdmin) => {
      const hash = await hashPassword(password);
      return insertAdministrator(await platform.database(), { username, email, hash, nowMs: now() });
    },
    /** An event of the e-mail service, from the mailbox. */
    'email-event': async (event: object) => (await platform.tasks()).send(event, { contentType: 'json' }),
    'read-flag': async (key: string) => (await platform.flags()).get(key, 'text'),
    'write-flag': async ({ key, value }: { key: string; value: string | null }) => {
      const flags = await platform.flags();
      await (value === null ? flags.delete(key) : flags.put(key, value));
    },
    query: async (statement: string) => (await (await platform.database()).prepare(statement).all()).results,
    execute: async (statements: string[]) => {
      const database = await platform.database();
      await database.batch(statements.map((statement) => database.prepare(statement)));
    },
    'read-object': async (key: string) => {
      const object = await (await platform.backups()).get(key);
      return object && Buffer.from(await object.arrayBuffer()).toString('base64');
    },
    'write-object': async ({ key, content }: { key: string; content: string }) => {
      await (await platform.backups()).put(key, Buffer.from(content, 'base64'));
    },
  };
  return async (name, input) => {
    const command = commands[name];
    if (!command) throw new Error(`Unknown command '${name}'.`);
    return command(input as never);
  };
}
