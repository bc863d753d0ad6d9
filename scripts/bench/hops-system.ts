import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInit, System } from '#worker/test/calls/system.ts';
import { askControl } from '../local/control.ts';
import type { Running } from '../local/state.ts';
import { API_HOST } from './staff-calls.ts';

const MOST_WAIT_MS = 20_000;

/** Rows and actions that the queue still has to process. */
const WAITING = `SELECT (SELECT count(*) FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND held_at IS NULL)
  + (SELECT count(*) FROM bulk_actions WHERE finished_at IS NULL) AS count`;

/** A running system as the prepared calls need it. The Worker is asked without Pages in front of it. */
export function runningSystem(running: Running, stateDir: string): System {
  const execute = async (statement: string) => void (await askControl(stateDir, 'execute', [statement]));
  return {
    admin: running.admin,
    publicUrl: running.app,
    origin: `http://${API_HOST}`,
    fetch: async (path, init) => {
      const { status, headers, text } = await askWorker(running.app, path, init);
      return new Response(status === 204 ? null : text, { status, headers });
    },
    stripe: (path, init) => fetch(`${running.stripe}${path}`, init),
    settle: async () => {
      await execute('UPDATE outbox SET due_at = NULL WHERE done_at IS NULL');
      await askControl(stateDir, 'cron', 'outbox');
      await until('the queue is empty', async () => {
        const [row] = await askControl<{ count: number }[]>(stateDir, 'query', WAITING);
        return row?.count === 0 || null;
      });
    },
    runCron: async (name) => void (await askControl(stateDir, 'cron', name)),
    readMail: (to) =>
      until(`an e-mail to ${to}`, async () => {
        const mails = (await (await fetch(`${running.mailbox}/messages`)).json()) as {
          to: string;
          text: string;
        }[];
        return mails.find((mail) => mail.to === to)?.text ?? null;
      }),
    execute,
  };
}

async function until<T>(what: string, find: () => Promise<T | null>): Promise<T> {
  for (const deadline = Date.now() + MOST_WAIT_MS; ; await sleep(20)) {
    const found = await find();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${MOST_WAIT_MS} ms for this: ${what}.`);
  }
}

type Answer = { status: number; headers: Headers; text: string };

/** `fetch` cannot set the header Host, and opens no socket. */
export function askWorker(
  origin: string,
  path: string,
  { method = 'GET', headers, body }: CallInit,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...length, ...upgradeOf(headers), Host: API_HOST } };
    const sent = request(new URL(path, origin), options, (reply) => {
      let text = '';
      reply
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          text += piece;
        })
        .on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: headersOf(reply.rawHeaders), text }),
        )
        .on('error', reject);
    });
    sent.on('upgrade', (reply, socket) => {
      socket.destroy();
      resolve({ status: reply.statusCode ?? 0, headers: headersOf(reply.rawHeaders), text: '' });
    });
    sent.on('error', reject).end(body);
  });
}

/** What a browser sends to open a socket. */
function upgradeOf(headers: CallInit['headers']): Record<string, string> {
  if (!headers?.Upgrade) return {};
  return {
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': btoa('0123456789abcdef'),
  };
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return headers;
}
