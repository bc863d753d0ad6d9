import type { Miniflare, V4WorkerOptions } from 'miniflare';
import { dayAt } from '#domain/days.ts';
import { createStripeEmulator, type StripeEmulator } from '#emulators/stripe/emulator.ts';
import { outboundTo } from '../local/in-process-stripe.ts';
import type { Database } from '../local/migrate.ts';
import { startMiniflare } from '../local/miniflare.ts';
import { type ApiOptions, apiWorker } from '../local/platform-workers.ts';
import { type DemoBooking, planBookings } from './plan.ts';

export type DemoOptions = ApiOptions & {
  persistDir: string;
  /** The emulator's database file; no other process may have it open. */
  stripeFile: string;
  /** The system's clock. */
  nowMs: number;
  /** Before the first booking: the tables and the fleet. */
  prepare(database: Database): Promise<void>;
};

const DAY_MS = 86_400_000;
/** Customers book during the day: 15:00 UTC is morning in America. */
const HOUR_MS = 15 * 3_600_000;

/**
 * Books three months of the past as customers would have: by the Worker's own calls and the emulator, with the
 * clocks of both set back, so that bookings, ledger and payments agree to the second.
 */
export async function makeDemo(options: DemoOptions): Promise<void> {
  const timeZone = String(apiWorker(options).bindings?.BUSINESS_TIME_ZONE);
  const plan = planBookings(dayAt(options.nowMs, timeZone));
  const offsets = new Map(plan.map(({ madeDaysAgo }) => [madeDaysAgo, offsetOf(options, madeDaysAgo)]));
  const clock = { offsetMs: 0 };
  const stripe = createStripeEmulator({
    file: options.stripeFile,
    now: () => Date.now() + clock.offsetMs,
    deliver: async () => new Response(null, { status: 200 }),
  });
  const miniflare = await startMiniflare({
    port: 0,
    persistDir: options.persistDir,
    onLog: (line) => console.error(line),
    workers: [...offsets].map((past) => workerOfThePast(options, stripe, past)),
  });
  try {
    const database = await miniflare.getD1Database('DB', nameOf(plan[0]?.madeDaysAgo ?? 0));
    await options.prepare(database);
    // An earlier run may have been interrupted; too few bookings are better than duplicates.
    if (await database.prepare('SELECT 1 FROM bookings LIMIT 1').first()) return;
    for (const booking of plan) {
      clock.offsetMs = offsets.get(booking.madeDaysAgo) ?? 0;
      const worker = await miniflare.getWorker(nameOf(booking.madeDaysAgo));
      const id = await book({ worker, stripe }, booking);
      if (id) await handle(database, id, booking);
    }
  } finally {
    await miniflare.dispose();
    await stripe.close();
  }
}

const nameOf = (age: number) => `api-${age}-days-ago`;

/** The clock offset that sets the Worker to the time of day `age` days ago, in whole seconds. */
function offsetOf({ nowMs }: DemoOptions, age: number): number {
  const midnight = Math.floor(nowMs / DAY_MS - age) * DAY_MS;
  return Math.round((midnight + HOUR_MS - Date.now()) / 1000) * 1000;
}

/** The Worker with the same code and database and an earlier clock. It gets no queue messages and sends no e-mails. */
function workerOfThePast(
  options: DemoOptions,
  stripe: StripeEmulator,
  [age, offsetMs]: [number, number],
): V4WorkerOptions {
  const vars = {
    ...options.vars,
    ADDRESS_LIMITS: 'off',
    LOG_LEVEL: 'error',
    CLOCK_OFFSET_SECONDS: String(offsetMs / 1000),
  };
  const { queueConsumers: _, serviceBindings: __, ...api } = apiWorker({ ...options, vars });
  return { ...api, name: nameOf(age), outboundService: outboundTo(stripe) } as V4WorkerOptions;
}

type Past = { worker: Awaited<ReturnType<Miniflare['getWorker']>>; stripe: StripeEmulator };

/** Acts as a customer: holds, pays, reads the booking. Null if no unit of this fleet was free. */
async function book({ worker, stripe }: Past, booking: DemoBooking): Promise<number | null> {
  const { customer, rentalType, dumpsterType, deliveryDate, notes } = booking;
  const ask = async <T>(path: string, body: object): Promise<T | null> => {
    const reply = await worker.fetch(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.25' },
      body: JSON.stringify(body),
    });
    if (reply.status === 409) return null;
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const bookingData = { ...customer, rentalType, dumpsterType, deliveryDate, notes, terms: true };
  const opened = await ask<{ clientSecret: string }>('/api/create-payment-intent', {
    bookingId: 'pending',
    bookingData,
  });
  if (!opened) return null;
  const [paymentIntent = ''] = opened.clientSecret.split('_secret_');
  await pay(stripe, paymentIntent);
  const known = await ask<{ booking: { id: number } | null }>('/api/booking-status', {
    paymentIntent,
    clientSecret: opened.clientSecret,
  });
  return known?.booking?.id ?? null;
}

async function pay(stripe: StripeEmulator, paymentIntent: string): Promise<void> {
  const answer = await stripe.handle(
    new Request(`https://api.stripe.com/v1/payment_intents/${paymentIntent}/confirm`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    }),
  );
  if (!answer.ok) throw new Error(`A demo payment failed: ${await answer.text()}`);
}

/** Acts as staff: sets the current state. Its e-mails were sent in the past, so not to this mailbox. */
async function handle(database: Database, id: number, { status, finalPrice }: DemoBooking): Promise<void> {
  await database
    .prepare(
      `UPDATE bookings SET status = ?, final_price = ?,
         payment_status = CASE WHEN deposit_amount >= ? THEN 'fully_paid' ELSE payment_status END
       WHERE id = ?`,
    )
    .bind(status, finalPrice, finalPrice, id)
    .run();
  await database.prepare('UPDATE outbox SET done_at = created_at WHERE booking_id = ?').bind(id).run();
}
