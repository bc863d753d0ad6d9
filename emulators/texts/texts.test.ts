import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startTexts } from './server.ts';
import { createTexts, type Texts } from './texts.ts';
import { computeSignature } from './webhooks.ts';

const KEYS = { accountSid: 'AC1', authToken: 'token', from: '+15550100142' };
const WEBHOOK = 'https://rent.example.com/api/texts/webhook';
const API = 'http://texts/2010-04-01/Accounts/AC1/Messages.json';

let open: Texts[] = [];
afterEach(() => {
  for (const texts of open) texts.close();
  open = [];
});

/** With the webhooks that it sent. */
function newTexts() {
  const hooks: { url: string; signature: string; fields: Record<string, string> }[] = [];
  const texts = createTexts({
    ...KEYS,
    file: ':memory:',
    now: () => Date.UTC(2026, 10, 20, 12),
    webhookUrl: WEBHOOK,
    deliver: async (request) => {
      const fields = Object.fromEntries(new URLSearchParams(await request.text()));
      hooks.push({ url: request.url, signature: request.headers.get('X-Twilio-Signature') ?? '', fields });
      return new Response(null, { status: 200 });
    },
  });
  open.push(texts);
  return { texts, hooks };
}

const headers = { Authorization: `Basic ${btoa('AC1:token')}` };
const send = (texts: Texts, changes: Record<string, string> = {}) => {
  const body = new URLSearchParams({ To: '+15185550101', From: KEYS.from, Body: 'Hello', ...changes });
  return texts.handle(new Request(API, { method: 'POST', headers, body }));
};
const control = (texts: Texts, name: string, body: unknown) =>
  texts.handle(new Request(`http://texts/__control/${name}`, { method: 'POST', body: JSON.stringify(body) }));
const listed = async (texts: Texts) =>
  (await texts.handle(new Request('http://texts/messages'))).json() as Promise<Record<string, unknown>[]>;

test('a text is listed, and reported as sent and delivered with a signature', async () => {
  const { texts, hooks } = newTexts();
  const callback = `${WEBHOOK}?text=row-1`;
  const answer = await send(texts, { StatusCallback: callback });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ status: 'queued', date_sent: null, to: '+15185550101' });
  await expect.poll(() => hooks.map(({ fields }) => fields.MessageStatus)).toEqual(['sent', 'delivered']);
  for (const { url, fields, signature } of hooks)
    expect([url, signature]).toEqual([callback, computeSignature('token', callback, fields)]);
  expect(await listed(texts)).toMatchObject([
    { to: '+15185550101', body: 'Hello', status: 'delivered', createdAt: '2026-11-20T12:00:00.000Z' },
  ]);
});

test.each([
  [{ To: '518' }, 400, 21_211],
  [{ To: '+15005550009' }, 400, 21_614],
  [{ Body: '' }, 400, 21_602],
])('%j is refused as Twilio does', async (changes, status, code) => {
  const answer = await send(newTexts().texts, changes);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code });
});

test('a caller with another token is refused', async () => {
  const { texts } = newTexts();
  const answer = await texts.handle(
    new Request(API, { headers: { Authorization: `Basic ${btoa('AC1:x')}` } }),
  );
  expect(answer.status).toBe(401);
});

test('STOP from a phone is sent to the webhook, and refuses texts until START', async () => {
  const { texts, hooks } = newTexts();
  const inbound = (body: string) => control(texts, 'inbound', { from: '+15185550101', body });
  expect(await (await inbound('Stop')).json()).toMatchObject({ webhook: 200 });
  expect(hooks[0]).toMatchObject({ url: WEBHOOK, fields: { OptOutType: 'STOP', Body: 'Stop' } });
  expect(await (await send(texts)).json()).toMatchObject({ code: 21_610 });
  await inbound('START');
  expect((await send(texts)).status).toBe(201);
});

test('fail-next fails before the text, or loses the answer after it', async () => {
  const { texts } = newTexts();
  await control(texts, 'fail-next', { times: 1 });
  expect((await send(texts)).status).toBe(503);
  expect(await listed(texts)).toEqual([]);
  await control(texts, 'fail-next', { when: 'after', drop: true });
  await expect(send(texts)).rejects.toThrow('drop');
  expect(await listed(texts)).toHaveLength(1);
  expect((await control(texts, 'fail-next', { times: 0 })).status).toBe(400);
});

test('a text can be reported as undelivered', async () => {
  const { texts, hooks } = newTexts();
  await send(texts);
  await control(texts, 'status', { to: '+15185550101', status: 'undelivered', errorCode: 30_006 });
  expect(hooks).toEqual([]);
  expect(await listed(texts)).toMatchObject([{ status: 'undelivered', errorCode: 30_006 }]);
  expect((await control(texts, 'status', { to: '+1', status: 'failed' })).status).toBe(404);
});

test('webhooks go to the system on this machine, and texts survive a restart', async () => {
  const paths: string[] = [];
  const app = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  const options = { ...KEYS, port: 0, file: join(folder, 'texts.sqlite'), webhookUrl: WEBHOOK, appUrl };
  const first = await startTexts(options);
  const body = new URLSearchParams({ To: '+15185550101', From: KEYS.from, Body: 'Hello' });
  await fetch(`${first.url}/2010-04-01/Accounts/AC1/Messages.json`, { method: 'POST', headers, body });
  await fetch(`${first.url}/__control/inbound`, {
    method: 'POST',
    body: JSON.stringify({ from: '+15185550101', body: 'Hi' }),
  });
  await first.close();
  const second = await startTexts(options);
  expect(await (await fetch(`${second.url}/messages`)).json()).toMatchObject([{ body: 'Hello' }]);
  expect(await (await fetch(second.url)).text()).toContain('Hello');
  await second.close();
  app.close();
  rmSync(folder, { recursive: true });
  expect(paths).toEqual(['/api/texts/webhook']);
});
