import { hashPassword } from '#worker/platform/passwords.ts';
import { insertAdministrator } from './administrator.ts';
import type { Wish } from './control.ts';
import type { Platform } from './platform.ts';

export type NewAdmin = { username: string; email: string; password: string };

/** What the commands may ask of a running system. */
export function wishes({ platform, now }: { platform: Platform; now: () => number }): Wish {
  const known: Record<string, (input: never) => Promise<unknown>> = {
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
  };
  return async (name, input) => {
    const wish = known[name];
    if (!wish) throw new Error(`Nobody here knows '${name}'.`);
    return wish(input as never);
  };
}
