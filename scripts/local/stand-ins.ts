import { join } from 'node:path';
import { PORT_TAKEN } from '#emulators/own-process.ts';
import { type Child, ChildEnded, startChild } from '#scripts/local/processes/children.ts';
import { freePort } from '#scripts/local/processes/ports.ts';
import type { Teardown } from '#scripts/local/processes/teardown.ts';
import { LOCAL_KEYS } from './keys.ts';
import type { Settings } from './settings.ts';
import type { SavedSettings } from './state.ts';

export type StandIns = { stripe: Child; mailbox: Child; routing: Child; texts: Child };

type Options = { root: string; settings: Settings; kept: SavedSettings; teardown: Teardown };

const MAX_STARTS = 5;

/** Between the check of a port and its use another system can take it: then another port is tried. */
export async function onFreePort(
  preferred: number | undefined,
  start: (port: number) => Promise<Child>,
): Promise<Child> {
  for (let starts = 1; ; starts += 1) {
    const port = await freePort(starts === 1 ? preferred : undefined);
    try {
      return await start(port);
    } catch (error) {
      const isTaken = error instanceof ChildEnded && error.status === PORT_TAKEN;
      if (!isTaken || starts === MAX_STARTS) throw error;
    }
  }
}

/** Starts the stand-ins of external services, on their earlier ports if those are still free. */
export async function startStandIns({ root, settings, kept, teardown }: Options): Promise<StandIns> {
  const shared = {
    STATE_DIR: settings.stateDir,
    CLOCK_OFFSET_SECONDS: String(settings.clockOffsetSeconds),
  };
  const start = async (name: string, preferredPort: number | undefined, env: Record<string, string>) => {
    const script = join(root, 'emulators', name, 'main.ts');
    const startOn = async (port: number) => startChild(script, { ...shared, ...env, PORT: String(port) });
    const child = await onFreePort(preferredPort, startOn);
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
