import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_DUMPSTER_TYPES } from '#domain/catalog/first-card.ts';
import { addDays, type Day, dayAt } from '#domain/shared/days.ts';
import { CUSTOMERS } from '../demo/customers.ts';
import type { Call } from './load.ts';

export type Case = { name: string; call: Call; bare: Call };

/** The public page, and a copy of its static document that no function answers. `stateDir`: of the running system. */
export function documentCase(stateDir: string): Case {
  const site = join(stateDir, 'site');
  copyFileSync(join(site, 'index.html'), join(site, 'static-document.html'));
  return {
    name: 'the public page',
    call: { method: 'GET', path: '/' },
    bare: { method: 'GET', path: '/static-document' },
  };
}

/** Holds come first, so that the reads are measured on the schedule with these holds. */
export function publicCases(): Case[] {
  const today = dayAt(Date.now(), 'UTC');
  const day = addDays(today, 40);
  const read: Call = { method: 'GET', path: '/bare/read' };
  const write: Call = { method: 'POST', path: '/bare/write', body: () => ({ text: 'bench' }) };
  const order: Call = { method: 'POST', path: '/api/create-payment-intent', body: orders(today) };
  const reads = {
    catalog: '/api/catalog',
    'service-area': '/api/service-area?zip=12207',
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

/** Each order has a different customer (one customer can hold at most two), day and size. */
function orders(today: Day): () => object {
  let count = 0;
  return () => {
    count += 1;
    const person = { email: `customer.${count}@example.com`, phone: `717${5_550_000 + count}` };
    const rental = {
      rentalType: '1-day',
      dumpsterType: FIRST_DUMPSTER_TYPES[count % FIRST_DUMPSTER_TYPES.length],
      deliveryDate: addDays(today, 1 + (count % 360)),
    };
    return { bookingId: 'pending', bookingData: { ...CUSTOMERS[0], ...person, ...rental, terms: true } };
  };
}
