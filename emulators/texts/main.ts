/** Runs the texts as a process; own-process.ts lists the environment variables. */
import { join } from 'node:path';
import { processSettings, runAsProcess } from '../own-process.ts';
import { startTexts } from './server.ts';

const { port, stateDir, clockOffsetSeconds } = processSettings(process.env);
const {
  APP_URL = '',
  WEBHOOK_URL = '',
  TEXTS_ACCOUNT_SID = '',
  TEXTS_AUTH_TOKEN = '',
  TEXTS_FROM = '',
} = process.env;

await runAsProcess(() =>
  startTexts({
    port,
    clockOffsetSeconds,
    appUrl: APP_URL,
    webhookUrl: WEBHOOK_URL,
    accountSid: TEXTS_ACCOUNT_SID,
    authToken: TEXTS_AUTH_TOKEN,
    from: TEXTS_FROM,
    file: join(stateDir, 'texts', 'texts.sqlite'),
  }),
);
