import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStripeServer } from './server.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const SECRET = 'whsec_server';
let folder: string;
let shop: Server;
let webhookUrl: string;
let children: ChildProcess[];
/** The types of the received events, and the callbacks that wait for one. */
let came: string[];
let isShopOpen: boolean;
let wake: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stripe-'));
  children = [];
  came = [];
  isShopOpen = true;
  wake = () => {};
  shop = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const event = await Stripe.webhooks.constructEventAsync(
      body,
      String(request.headers['stripe-signature']),
      SECRET,
    );
    if (isShopOpen) came.push(event.type);
    response.writeHead(isShopOpen ? 200 : 503).end();
    wake();
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhook`;
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  shop.close();
  rmSync(folder, { recursive: true });
});

function sdk(url: string): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe('sk_test_server', { host, port, protocol: 'http', maxNetworkRetries: 2 });
}

/** Starts the emulator as a separate process. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const env = {
    ...process.env,
    PORT: '0',
    STATE_DIR: folder,
    WEBHOOK_URL: webhookUrl,
    WEBHOOK_SECRET: SECRET,
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

async function eventCame(type: string): Promise<void> {
  while (!came.includes(type)) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

test('after a kill and a restart it has all data and delivers the undelivered events', async () => {
  isShopOpen = false;
  const first = await start();
  const stripe = sdk(first.url);
  const intent = await stripe.paymentIntents.create(
    { amount: 5000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
    { idempotencyKey: 'k1' },
  );
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  isShopOpen = true;
  const second = await start();
  const again = sdk(second.url);
  const kept = await again.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge.balance_transaction'],
  });
  expect(kept).toMatchObject({ status: 'succeeded', latest_charge: { balance_transaction: { net: 4825 } } });
  const replayed = await again.paymentIntents.create(
    { amount: 5000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
    { idempotencyKey: 'k1' },
  );
  expect(replayed.id).toBe(intent.id);
  expect((await again.events.list()).data).toHaveLength(4);
  expect((await again.webhookEndpoints.list()).data).toHaveLength(1);
  await fetch(`${second.url}/__control/webhooks/flush`, { method: 'POST' });
  await eventCame('payment_intent.succeeded');
  expect([...came].sort()).toEqual([
    'charge.succeeded',
    'charge.updated',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);

  second.child.kill('SIGTERM');
  const [code] = (await once(second.child, 'exit')) as [number | null];
  expect(code).toBe(0);
}, 20_000);

test('over HTTP webhooks arrive, a dropped connection is retried, the script and the page are served', async () => {
  const server = await startStripeServer({
    port: 0,
    file: ':memory:',
    webhookUrl,
    webhookSecret: SECRET,
    clockOffsetSeconds: 0,
  });
  const stripe = sdk(server.url);
  await fetch(`${server.url}/__control/fail-next`, {
    method: 'POST',
    body: JSON.stringify({ path: '/v1/customers', drop: true, when: 'after' }),
  });
  const customer = await stripe.customers.create({ email: 'ann@example.com' });
  expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([customer.id]);
  await eventCame('customer.created');

  const script = await fetch(`${server.url}/js/stripe.js`);
  expect(script.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(await script.text()).toContain(`const EMULATOR_ORIGIN = "${server.url}"`);
  expect(await (await fetch(server.url)).text()).toContain('<h1>Stripe emulator</h1>');
  expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  await server.close();
}, 10_000);

test('the configured endpoint keeps its id when its URL changes, and gets the undelivered events', async () => {
  const file = join(folder, 'stripe.sqlite');
  const first = await startStripeServer({
    port: 0,
    file,
    webhookUrl: 'http://127.0.0.1:9/gone',
    webhookSecret: 'whsec_old',
  });
  await sdk(first.url).customers.create();
  const [before] = (await sdk(first.url).webhookEndpoints.list()).data;
  await first.close();

  const second = await startStripeServer({ port: 0, file, webhookUrl, webhookSecret: SECRET });
  const endpoints = (await sdk(second.url).webhookEndpoints.list()).data;
  expect(endpoints).toMatchObject([{ id: before?.id, url: webhookUrl }]);
  await fetch(`${second.url}/__control/webhooks/flush`, { method: 'POST' });
  await eventCame('customer.created');
  await second.close();
});

test('it stops at once, even while an endpoint does not answer', async () => {
  const arrived = Promise.withResolvers<void>();
  const silent = createServer(() => arrived.resolve());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const server = await startStripeServer({
    port: 0,
    file: ':memory:',
    webhookUrl: url,
    webhookSecret: SECRET,
  });
  await sdk(server.url).customers.create();
  await arrived.promise;
  const begun = performance.now();
  await server.close();
  expect(performance.now() - begun).toBeLessThan(2000);
  silent.closeAllConnections();
  silent.close();
});

test('its clock can be ahead', async () => {
  const server = await startStripeServer({ port: 0, file: ':memory:', clockOffsetSeconds: 86_400 });
  const { created } = await sdk(server.url).customers.create();
  expect(created).toBeGreaterThan(Date.now() / 1000 + 86_000);
  await server.close();
});
