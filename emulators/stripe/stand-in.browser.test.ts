import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, serve } from '../http-server.ts';
import { createStripeEmulator, type StripeEmulator } from './emulator.ts';
import { localScript } from './local-script.ts';
import { startStripeServer } from './server.ts';
import { launchChromium } from './testing/chromium.ts';
import { checkoutPageScript } from './testing/page-bundle.ts';
import { openShop, typeCard } from './testing/shop.ts';

let browser: Browser;
let script: string;
let emulator: StripeEmulator;
let stripe: Stripe;
let context: BrowserContext;
let page: Page;
let consoleErrors: string[];

/** The values of fields change in the page, which a busy machine runs later. */
const POLLING = { timeout: 10_000 };

beforeAll(async () => {
  [browser, script] = await Promise.all([launchChromium(), checkoutPageScript()]);
}, 30_000);

afterAll(() => browser?.close());

beforeEach(async () => {
  emulator = createStripeEmulator({ file: ':memory:', now: Date.now, deliver: async () => new Response() });
  stripe = sdkFor(emulator);
  context = await browser.newContext();
  await openShop(context, { emulator, script });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  consoleErrors = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      consoleErrors.push(message.text());
  });
});

afterEach(async () => {
  await context.close();
  await emulator.close();
  expect(consoleErrors).toEqual([]);
});

function sdkFor(one: StripeEmulator): Stripe {
  const httpClient = Stripe.createFetchHttpClient((url: unknown, init: unknown) =>
    one.handle(new Request(url as string, init as RequestInit)),
  );
  return new Stripe('sk_test_shop', { httpClient, maxNetworkRetries: 0, telemetry: false });
}

async function newIntent(): Promise<Stripe.PaymentIntent> {
  const customer = await stripe.customers.create({ email: 'ann@example.com' });
  return stripe.paymentIntents.create({
    amount: 32500,
    currency: 'usd',
    customer: customer.id,
    setup_future_usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
}

async function openCheckout(query: Record<string, string> = {}): Promise<Stripe.PaymentIntent> {
  const intent = await newIntent();
  await page.goto(
    `https://shop.test/?${new URLSearchParams({ secret: intent.client_secret ?? '', ...query })}`,
  );
  await page.getByText('ready, incomplete').waitFor();
  return intent;
}

async function pay(number: string): Promise<void> {
  await typeCard(page, number);
  await page.getByRole('button', { name: 'Pay' }).click();
}

async function result(): Promise<{
  paymentIntent?: Record<string, unknown>;
  error?: Record<string, unknown>;
}> {
  await page.locator('output:not(:empty)').waitFor();
  return JSON.parse((await page.locator('output').textContent()) ?? '');
}

test('a card typed into the Payment Element pays, under StrictMode and a strict policy', async () => {
  const intent = await openCheckout();
  await pay('4242424242424242');
  const { paymentIntent } = await result();
  expect(paymentIntent).toMatchObject({ id: intent.id, status: 'succeeded' });
  expect(paymentIntent).not.toHaveProperty('metadata');
  expect(paymentIntent).not.toHaveProperty('customer');

  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] });
  expect(paid.payment_method).toMatchObject({
    customer: intent.customer,
    billing_details: { name: 'Ann Miller', email: 'ann@example.com' },
    card: { last4: '4242', exp_month: 12, exp_year: 2044 },
  });
});

test('a declined card shows the reason, and another card can be tried', async () => {
  await openCheckout();
  await pay('4000000000009995');
  const { error } = await result();
  expect(error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    message: 'Your card has insufficient funds.',
  });
  await pay('4242424242424242');
  await expect.poll(async () => (await result()).paymentIntent?.status).toBe('succeeded');
});

describe('3-D Secure', () => {
  test('the dialog takes and keeps the focus, and completes the payment', async () => {
    await openCheckout();
    await pay('4000002760003184');
    const complete = page.getByRole('dialog').getByRole('button', { name: 'Complete authentication' });
    await complete.waitFor();
    const focused = () => page.evaluate('document.activeElement?.textContent');
    expect(await focused()).toBe('Complete authentication');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Fail authentication');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Complete authentication');
    expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
    await complete.click();
    expect((await result()).paymentIntent).toMatchObject({ status: 'succeeded' });
    expect(await focused()).toBe('Pay');
  });

  test('a failed authentication is an error that names it', async () => {
    const intent = await openCheckout();
    await pay('4000002500003155');
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    expect((await result()).error).toMatchObject({ code: 'payment_intent_authentication_failure' });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});

test('the fields format the input and show errors', async () => {
  await openCheckout();
  const number = page.getByLabel('Card number');
  const expiry = page.getByLabel('Expiration date');
  await number.pressSequentially('4242424242424241');
  await expect.poll(() => number.inputValue(), POLLING).toBe('4242 4242 4242 4241');
  await page.getByText('Your card number is invalid.', { exact: true }).waitFor();
  await expect.poll(() => number.getAttribute('aria-invalid'), POLLING).toBe('true');
  await expiry.pressSequentially('120');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText("Your card's expiration date is incomplete.", { exact: true }).waitFor();
  await page.getByText("Your card's security code is incomplete.", { exact: true }).waitFor();
  expect((await result()).error).toMatchObject({ type: 'validation_error', code: 'invalid_number' });

  await number.fill('378282246310005');
  await expect.poll(() => number.inputValue(), POLLING).toBe('3782 822463 10005');
  for (const key of ['End', 'Backspace', 'Backspace', 'Backspace']) await expiry.press(key);
  await expect.poll(() => expiry.inputValue(), POLLING).toBe('1');
  await expiry.fill('1244');
  await page.getByLabel('Security code').fill('12345');
  await expect.poll(() => page.getByLabel('Security code').inputValue(), POLLING).toBe('1234');
  await page.getByText('ready, complete').waitFor();
});

test('a client secret that cannot be read is a load error', async () => {
  const intent = await newIntent();
  await page.goto(`https://shop.test/?secret=${intent.id}_secret_wrong`);
  await page.getByText('load error: The client_secret provided does not match').waitFor();
});

test('without a network the confirmation resolves to a connection error', async () => {
  await openCheckout();
  await context.route('https://api.stripe.com/**', (route) => route.abort());
  await pay('4242424242424242');
  expect((await result()).error).toMatchObject({ type: 'api_connection_error' });
});

test('by default a success opens the return URL', async () => {
  const intent = await openCheckout({ redirect: 'always' });
  await pay('4242424242424242');
  await page.waitForURL('https://shop.test/done**');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    booking_id: 'pending',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  });
});

test.each(['stripe', 'night'])('nothing for axe to find in the theme %s', async (theme) => {
  await openCheckout({ theme });
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('Your card number is incomplete.', { exact: true }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
});

describe('the script of a local copy', () => {
  let shop: RunningServer;
  let origin = '';

  beforeEach(async () => {
    shop = await serve({ port: 0, handle: async (request) => local(request, origin) });
  });
  afterEach(() => shop.close());

  function local(request: Request, emulatorOrigin: string): Response {
    const { pathname } = new URL(request.url);
    const policy = `default-src 'none'; script-src 'self' ${emulatorOrigin}; style-src 'self'; connect-src ${emulatorOrigin}`;
    if (pathname === '/local.js')
      return new Response(localScript(emulatorOrigin), { headers: { 'Content-Type': 'text/javascript' } });
    if (pathname === '/page.js')
      return new Response(script, { headers: { 'Content-Type': 'text/javascript' } });
    const document =
      '<!doctype html><html lang="en"><title>Shop</title><script src="/local.js"></script><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';
    return new Response(document, {
      headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
    });
  }

  test('is small, and loads the stand-in from the emulator when loadStripe runs', async () => {
    const server = await startStripeServer({ port: 0, file: ':memory:' });
    origin = server.url;
    expect(Buffer.byteLength(localScript(origin))).toBeLessThanOrEqual(1024);
    const { hostname: host, port } = new URL(origin);
    stripe = new Stripe('sk_test_shop', { host, port, protocol: 'http', maxNetworkRetries: 0 });
    const intent = await newIntent();
    await page.goto(`${shop.url}/?secret=${intent.client_secret}`);
    await page.getByText('ready, incomplete').waitFor();
    await pay('5555555555554444');
    expect((await result()).paymentIntent).toMatchObject({ status: 'succeeded' });
    await server.close();
  });

  test('rejects loadStripe when the emulator cannot be reached', async () => {
    const server = await startStripeServer({ port: 0, file: ':memory:' });
    origin = server.url;
    await server.close();
    await page.goto(`${shop.url}/?secret=pi_1_secret_2`);
    await expect.poll(() => page.title()).toBe('Failed to load Stripe.js');
  });
});
