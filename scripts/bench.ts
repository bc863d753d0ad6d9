import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type Day, dayAt } from '#domain/days.ts';
import { DUMPSTER_TYPES } from '#domain/rental.ts';
import { bareWorker } from './bench/bare-worker.ts';
import { type Call, measure } from './bench/load.ts';
import { benchTable, type Row } from './bench/table.ts';
import { runCommand } from './command.ts';
import { CUSTOMERS } from './demo/customers.ts';
import { freePort } from './local/ports.ts';
import { readSettings } from './local/settings.ts';
import { startSystem } from './local/system.ts';
import { Teardown } from './local/teardown.ts';
import { ROOT } from './root.ts';

const LOAD = { connections: 10, seconds: 4 };
const WARM_UP = { connections: 10, seconds: 1 };
/** A year of its days has room for every hold that is taken here. */
const FLEET = '10-Yard:10,15-Yard:10,20-Yard:10,30-Yard:10';

/** The public calls under load, each beside a bare Hono + D1 route in the same workerd. */
await runCommand(async () => {
  const teardown = new Teardown();
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = {
    STATE_DIR: stateDir,
    PORT: String(await freePort()),
    FLEET,
    DEMO: '0',
    ADDRESS_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  try {
    const settings = readSettings(env, ROOT);
    const { running } = await startSystem({
      root: ROOT,
      settings,
      teardown,
      extraWorkers: [await bareWorker(ROOT)],
    });
    console.log(
      `${LOAD.connections} connections, ${LOAD.seconds} s each, through Miniflare with Pages in front; Stripe emulated on the same machine.\n`,
    );
    const rows: Row[] = [];
    for (const { name, call, bare } of cases()) {
      for (const each of [call, bare]) await measure(running.app, each, WARM_UP);
      rows.push({
        name,
        product: await measure(running.app, call, LOAD),
        bare: await measure(running.app, bare, LOAD),
      });
    }
    console.log(benchTable(rows));
  } finally {
    await teardown.run();
    rmSync(stateDir, { recursive: true, force: true });
  }
});

type Case = { name: string; call: Call; bare: Call };

/** Holds first: the reads are measured on the schedule that they leave. */
function cases(): Case[] {
  const today = dayAt(Date.now(), 'UTC');
  const day = addDays(today, 40);
  const read: Call = { method: 'GET', path: '/bare/read' };
  const write: Call = { method: 'POST', path: '/bare/write', body: () => ({ text: 'bench' }) };
  const order: Call = { method: 'POST', path: '/api/create-payment-intent', body: orders(today) };
  const reads = {
    'available-dumpster-types': '/api/available-dumpster-types',
    'available-dumpster-types, dated': `/api/available-dumpster-types?deliveryDate=${day}&rentalType=7-day`,
    'unavailable-dates': `/api/unavailable-dates?rentalType=7-day&dumpsterType=15-yard&month=${day.slice(0, 7)}`,
    'next-available-date': '/api/next-available-date/7-day?dumpsterType=15-yard',
  };
  return [
    { name: 'create-payment-intent', call: order, bare: write },
    ...Object.entries(reads).map(
      ([name, path]): Case => ({ name, call: { method: 'GET', path }, bare: read }),
    ),
  ];
}

/** Always somebody else (nobody may hold more than two), for another day and size. */
function orders(today: Day): () => object {
  let count = 0;
  return () => {
    count += 1;
    const person = { email: `customer.${count}@example.com`, phone: `717${5_550_000 + count}` };
    const rental = {
      rentalType: '1-day',
      dumpsterType: DUMPSTER_TYPES[count % DUMPSTER_TYPES.length],
      deliveryDate: addDays(today, 1 + (count % 360)),
    };
    return { bookingId: 'pending', bookingData: { ...CUSTOMERS[0], ...person, ...rental, terms: true } };
  };
}
