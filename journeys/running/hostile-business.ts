import { type APIRequestContext, expect } from '@playwright/test';
import { CATALOG_SECTIONS, type CatalogDraft, SECTION_PATHS } from '#contract/catalog-draft.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import type { Running } from '#scripts/local/state.ts';
import { bookByApi } from '../booking/booking-api.ts';
import type { Customer, Customers } from '../booking/customer.ts';
import { type StaffApi, signInByApi } from '../office/staff-api.ts';
import { HOSTILE_LINES, hostilePeople, LONG_NOTES } from './hostile.ts';
import { StripeDesk } from './stripe.ts';

export type HostileBusiness = { staff: StaffApi; customers: Customer[] };

/** Usernames that are special values in JavaScript or CSV. */
const USERNAMES = ['null', '__proto__', 'constructor', '+1+1', '---', '...', 'NaN', 'admin@example.com'];

export const COLLEAGUES = hostilePeople()
  .slice(0, USERNAMES.length)
  .map(({ firstName, lastName }, index) => ({
    username: USERNAMES[index] ?? '',
    firstName,
    lastName,
    email: `colleague.${index}@example.com`,
    password: 'quiet truck of another',
  }));

/** Valid e-mail addresses with hostile or very long parts. */
const EMAILS = [
  "'or'1'-'1@example.com",
  '__proto__@example.com',
  'null@example.com',
  '+1+1@example.com',
  `${'w'.repeat(64)}.${'w'.repeat(120)}@${'subdomain.'.repeat(5)}example.com`,
];

/** Creates dumpsters, users and paid bookings with the calls that the screens make. */
export async function fillWithHostileText(
  { app, admin, stripe }: Pick<Running, 'app' | 'admin' | 'stripe'>,
  strangers: Customers,
): Promise<HostileBusiness> {
  const staff = await signInByApi(app, admin);
  for (const [index, dumpsterNumber] of HOSTILE_LINES.entries()) {
    const notes = index === 3 ? LONG_NOTES : `${dumpsterNumber}\n${dumpsterNumber}`;
    await made(staff('POST', '/api/dumpsters', { dumpsterNumber, dumpsterType: '15-yard', notes }));
  }
  for (const [index, colleague] of COLLEAGUES.entries()) {
    await made(staff('POST', index < 3 ? '/api/admin/staff' : '/api/admin/users', colleague));
  }
  const customers = hostilePeople().map((person, index) => ({
    ...strangers.next(index === 0 ? '15-yard' : '20-yard'),
    ...person,
    email: EMAILS[index] ?? `hostile.${index}@example.com`,
    phone: `+1 (555) 010-${1000 + index}${index % 2 === 0 ? ' ext. 12345678901234567' : ''}`,
  }));
  for (const customer of customers) await bookByApi(app, new StripeDesk(stripe), customer);
  const list = () => staff('GET', '/api/bookings').then(({ body }) => body);
  await expect.poll(list).toHaveLength(customers.length);
  return { staff, customers };
}

async function made(reply: ReturnType<StaffApi>): Promise<void> {
  expect(await reply).toMatchObject({ status: 201 });
}

/** Every text is found by a search, and is returned as it was sent. */
export async function expectTextUnchanged({ staff, customers }: HostileBusiness): Promise<void> {
  const find = (path: string, words: string) =>
    staff('GET', `${path}=${encodeURIComponent(words.slice(0, 200))}&limit=200`);
  for (const customer of customers) {
    const asSent = expect.objectContaining(customer);
    const { firstName, lastName, email } = customer;
    const among = (one: Record<string, unknown>) => ({
      status: 200,
      body: expect.arrayContaining([expect.objectContaining(one)]),
    });
    expect(await find('/api/bookings?email', email)).toEqual({ status: 200, body: [asSent] });
    expect(await find('/api/bookings?search', firstName)).toEqual(among(customer));
    expect(await find('/api/clients?lastName', lastName)).toEqual(among({ firstName, lastName }));
    const path = `/api/clients/${encodeURIComponent(email)}/bookings`;
    expect(await staff('GET', path)).toEqual({ status: 200, body: [asSent] });
  }
  for (const dumpsterNumber of HOSTILE_LINES) {
    const { body } = await find('/api/dumpsters?search', dumpsterNumber);
    expect(body).toContainEqual(expect.objectContaining({ dumpsterNumber }));
  }
  for (const { username, firstName, lastName } of COLLEAGUES) {
    const { body } = await find('/api/admin/users?search', firstName);
    expect(body).toContainEqual(expect.objectContaining({ username, firstName, lastName }));
  }
}

/** Gives every list of the catalog's draft an entry for each line, and closes a day for the reason of the last line. */
export async function fillDraftWithHostileText(
  request: APIRequestContext,
  lines: readonly string[],
): Promise<void> {
  const readDraft = async (): Promise<CatalogDraft> =>
    (await request.get('/api/admin/catalog/draft')).json() as Promise<CatalogDraft>;
  const { sections } = await readDraft();
  const { rentalOptions, dumpsterSizes, materials, policy } = sections;
  const [period, size, material] = [rentalOptions[0], dumpsterSizes[0], materials[0]] as const;
  if (!period || !size || !material) throw new Error('The draft has no first entries');
  const each = <T>(entry: (line: string, id: string, index: number) => T): T[] =>
    lines.map((line, index) => entry(line, `hostile-${index}`, index));
  const changes: Partial<RateCard> = {
    rentalOptions: [
      ...rentalOptions,
      ...each((line, id, index) => ({
        ...period,
        id,
        title: line,
        label: line,
        days: 40 + index,
        features: [line],
      })),
    ],
    dumpsterSizes: [
      ...dumpsterSizes,
      ...each((line, id, index) => ({ ...size, id, name: line, yards: 40 + index, bestFor: line })),
    ],
    materials: [
      ...materials,
      ...each((line, id) => ({
        ...material,
        id,
        name: line,
        includes: line,
        excludes: line,
        fillLine: line,
      })),
    ],
    projectPresets: each((line, id) => ({
      id,
      kind: 'item',
      name: line,
      material: material.id,
      size: null,
      ...AMOUNTS,
    })),
    chargeItems: each((line, id) => ({
      id,
      name: line,
      unit: 'each',
      unitPrice: 3500,
      applies: 'optional',
      isTaxable: true,
      isActive: true,
    })),
    area: {
      mode: 'everywhere',
      zones: each((line, id) => ({
        id,
        name: line,
        surcharge: 4500,
        streetRule: { permitBy: 'customer', leadDays: 1, feeItem: id, text: line },
      })),
    },
    taxRules: each((line, id, index) => ({
      id,
      name: line,
      state: null,
      zips: String(10_001 + index),
      rateMillionths: 80_000,
      appliesTo: ['rental'],
    })),
    policy: { ...policy, acceptedWaste: [...lines] },
    // So the publish dialog lists the bookings that break the rule.
    calendar: { ...sections.calendar, deliveryWeekdays: [1] },
  };
  for (const section of CATALOG_SECTIONS.filter((one) => one in changes)) {
    const headers = { 'If-Match': (await readDraft()).etags[section] };
    const path = `/api/admin/catalog/draft/${SECTION_PATHS[section]}`;
    const saved = await request.put(path, { data: changes[section], headers });
    expect([section, saved.status(), saved.ok() ? '' : await saved.text()]).toEqual([section, 200, '']);
  }
  const day = new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const closed = await request.post('/api/admin/blackout-days', { data: { day, reason: lines.at(-1) } });
  expect(closed.status()).toBe(200);
}

const AMOUNTS = { volumeLow: 1, volumeHigh: 2, weightLow: 100, weightHigh: 200 };
