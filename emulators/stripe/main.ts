/** Runs the Stripe emulator as a process. Environment: that of own-process.ts, WEBHOOK_URL and WEBHOOK_SECRET. */
import { join } from 'node:path';
import { processSettings, runAsProcess } from '../own-process.ts';
import { startStripeServer } from './server.ts';

const { port, stateDir, clockOffsetSeconds } = processSettings(process.env);

await runAsProcess(() =>
  startStripeServer({
    port,
    clockOffsetSeconds,
    file: join(stateDir, 'stripe', 'stripe.sqlite'),
    webhookUrl: process.env.WEBHOOK_URL,
    webhookSecret: process.env.WEBHOOK_SECRET,
  }),
);
