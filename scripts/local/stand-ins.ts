import { join } from 'node:path';
import { type Child, startChild } from '#scripts/local/processes/children.ts';
import { freePort } from '#scripts/local/processes/ports.ts';
import type { Teardown } from '#scripts/local/processes/teardown.ts';
import { LOCAL_KEYS } from './keys.ts';
import type { Settings } from './settings.ts';
import type { SavedSettings } from './state.ts';

export type StandIns = { stripe: Child; mailbox: Child; routing: Child; texts: Child };

type Options = { root: string; settings: Settings; kept: SavedSettings; teardown: Teardown };

/** Starts the stand-ins of external services, on their earlier ports if those are still free. */
export async function startStandIns({ root, settings, kept, teardown }: Options): Promise<StandIns> {
  const shared = {
    STATE_DIR: settings.stateDir,
    CLOCK_OFFSET_SECONDS: String(settings.clockOffsetSeconds),
  };
  const start = async (name: string, preferredPort: number | undefined, env: Record<string, string>) => {
    const port = await freePort(preferredPort);
    const script = join(root, 'emulators', name, 'main.ts');
    const child = await startChild(script, { ...shared, ...env, PORT: String(port) });
    teardown.add(child.stop);
    return child;
  };
  const { TEXTS_ACCOUNT_SID, TEXTS_AUTH_TOKEN, TEXTS_FROM } = LOCAL_KEYS;
  const textKeys = { TEXTS_ACCOUNT_SID, TEXTS_AUTH_TOKEN, TEXTS_FROM };
  const [stripe, mailbox, routing, texts] = await Promise.all([
    start('stripe', kept.stripePort, {
      WEBHOOK_URL: `http://127.0.0.1:${settings.port}/api/stripe/webhook`,
      WEBHOOK_SECRET: LOCAL_KEYS.STRIPE_WEBHOOK_SECRET,
    }),
    start('mailbox', kept.mailboxPort, {}),
    start('routing', kept.routingPort, {}),
    start('texts', kept.textsPort, {
      ...textKeys,
      APP_URL: `http://127.0.0.1:${settings.port}`,
      WEBHOOK_URL: `${settings.publicUrl ?? `http://localhost:${settings.port}`}/api/texts/webhook`,
    }),
  ]);
  return { stripe, mailbox, routing, texts };
}
