import { expect, type Page } from '@playwright/test';
import { CARDS } from '../booking/booking-page.ts';
import type { Customer } from '../booking/customer.ts';
import { findTextProblems, HOSTILE_LINES, watchForInjection } from '../running/hostile.ts';
import {
  COLLEAGUES,
  expectTextUnchanged,
  fillDraftWithHostileText,
  fillWithHostileText,
  type HostileBusiness,
} from '../running/hostile-business.ts';
import { test as office } from './office-journey.ts';

/** Every page is watched from before its first document; the login uses no page. */
const test = office.extend<{ harm: string[] }>({
  harm: [
    async ({ page, admin }, use) => {
      const harm = await watchForInjection(page);
      await page.request.post('/api/admin/login', { data: admin });
      await use(harm);
      expect(harm).toEqual([]);
    },
    { auto: true },
  ],
});

/** Uses a separate system, because its data is full of hostile text. So is the browser's User-Agent. */
test.use({
  environment: { ADMIN_PASSWORD: 'first-day-at-work', FLEET: '20-Yard:3,30-Yard:2' },
  userAgent: '<img src=x onerror=hostile("device")>',
  permissions: ['clipboard-read', 'clipboard-write'],
});

let staff: HostileBusiness['staff'];
let customers: Customer[];

test.beforeAll(async ({ system, customers: strangers }) => {
  test.setTimeout(240_000);
  ({ staff, customers } = await fillWithHostileText(system.running, strangers));
});

const just = (page: Page, texts: readonly string[]) =>
  expect.poll(() => findTextProblems(page, texts)).toEqual([]);
const openAll = async (page: Page) => {
  const closed = page.locator('button[aria-expanded=false]').filter({ hasText: 'Details of' });
  await expect(closed.first()).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
};
const textsOf = ({ firstName, lastName, email, phone, address, city, notes }: Customer) => [
  `${firstName} ${lastName}`,
  email,
  // A North American number is shown without its country code.
  phone.replace(/^\+1 /, ''),
  address,
  city,
  notes,
];

test('the API returns it unchanged and finds it', () => expectTextUnchanged({ staff, customers }));

test('the list of bookings shows it, and is narrowed by it', async ({ office, page }) => {
  await page.goto('/admin/bookings');
  await openAll(page);
  await just(page, customers.flatMap(textsOf));
  const [first] = customers;
  await page
    .getByRole('button', { name: /^Copy Address/ })
    .last()
    .click();
  await expect(office.toast('Address copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${first?.address}, ${first?.city}, NY 12207`,
  );
  await office.button('More filters').click();
  for (const line of HOSTILE_LINES.filter((_, index) => index % 6 === 0)) {
    await page.getByRole('searchbox').fill(line);
    await office.field('customer').fill(line);
    await expect(page.getByRole('button', { name: 'Remove the filter Customer' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Showing [1-9]/ })).toBeVisible();
    await just(page, [line]);
  }
});

test("a booking's page shows it, and the units that it is moved between", async ({ office, page }) => {
  const { body } = await staff('GET', '/api/bookings?dumpsterType=15-yard');
  const [{ id, ...booking }] = body as [Customer & { id: number }];
  await page.goto(`/admin/bookings/${id}`);
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await just(page, textsOf(booking));
  const [script, image, turned] = [HOSTILE_LINES[0], HOSTILE_LINES[1], HOSTILE_LINES[18]];
  for (const after of [image, turned]) {
    await office.button('Move to another unit').click();
    await just(page, [`${after} (15-Yard)`]);
    await office.field('dumpsterId').selectOption({ label: `${after} (15-Yard)` });
    await office.button('Move').click();
    await expect(page.getByRole('link', { name: `Unit ${after}` })).toBeVisible();
  }
  await just(page, [
    `Unit changed from ${script} to ${image}`,
    `Unit changed from ${image} to \u2068${turned}\u2069`,
  ]);
});

test('clients, their histories, transactions and the dashboard show it', async ({ office, page }) => {
  await page.goto('/admin/clients');
  await openAll(page);
  await just(
    page,
    customers.flatMap(({ firstName, email, city }) => [firstName, email, city]),
  );
  for (const customer of customers.slice(0, 3)) {
    const row = page.getByRole('row').filter({ hasText: customer.email });
    await row
      .getByRole('button', { name: /^View History/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('link', { name: /^View Details/ })).toBeVisible();
    await just(page, textsOf({ ...customer, notes: '' }));
    await office.button('Close').click();
  }
  await page.goto('/admin/transactions');
  await openAll(page);
  await just(
    page,
    customers.map(({ email }) => email),
  );
  await page
    .getByRole('link', { name: /^Details of/ })
    .last()
    .click();
  await expect(page.getByRole('link', { name: 'View Booking Details' })).toBeVisible();
  const [first] = customers;
  await just(page, [`${first?.firstName} ${first?.lastName}`, first?.email ?? '', first?.city ?? '']);
  await page.goto('/admin');
  await expect(page.getByText('Net Revenue')).toBeVisible();
});

test('users, the team and their dialogs show it', async ({ office, page }) => {
  const names = COLLEAGUES.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const { body } = await staff('GET', '/api/admin/users?search=colleague.7%40example.com');
  const [{ id, firstName }] = body as [{ id: number; firstName: string }];
  const [script = ''] = HOSTILE_LINES;
  await staff('PATCH', `/api/admin/users/${id}`, { firstName: script, role: 'admin' });
  await page.goto('/admin/users');
  await openAll(page);
  await expect(page.getByText('Loading the history...')).toHaveCount(0);
  await just(page, [...names.slice(0, 7), `before: ${firstName} → , after: ${script}`]);
  const named = page.getByRole('row').filter({ hasText: 'colleague.7@example.com' });
  for (const name of [/^Upgrade/, /^Deactivate/]) {
    await named.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByText(script)).toBeVisible();
    await office.button('Cancel').click();
  }
  await named.getByRole('button', { name: /^Edit/ }).click();
  await expect(page.locator('dialog [name=firstName]')).toHaveValue(script);
  await page.locator('dialog [name=lastName]').fill(HOSTILE_LINES[1] ?? '');
  await office.button('Save changes').click();
  await expect(office.toast('User updated successfully')).toBeVisible();

  await page.goto('/admin/team');
  await expect(office.row(`${script} ${HOSTILE_LINES[1]}`).first()).toBeVisible();
  await just(page, names.slice(0, 3));
  const member = page.getByRole('row').filter({ hasText: 'colleague.7@example.com' });
  for (const item of ['Reset Password', 'Deactivate']) {
    await member.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog').getByText(script)).toBeVisible();
    if (item === 'Reset Password') await office.button('Cancel').click();
  }
  await office.button('Deactivate').click();
  await expect(office.toast(`${script} ${HOSTILE_LINES[1]} can no longer log in.`)).toBeVisible();
});

test('the inventory and its dialogs show it', async ({ office, page }) => {
  await page.goto('/admin/inventory?limit=50');
  await expect(office.row(HOSTILE_LINES.at(-1) ?? '').first()).toBeVisible();
  await just(
    page,
    HOSTILE_LINES.flatMap((line) => [line]),
  );
  for (const line of [HOSTILE_LINES[0] ?? '', HOSTILE_LINES[3] ?? '', HOSTILE_LINES[18] ?? '']) {
    const unit = page.getByRole('row').filter({ has: page.getByText(line, { exact: true }) });
    for (const [opener, closer] of [
      [/^View schedule/, 'Close'],
      [/^Edit/, 'Cancel'],
      [/^Delete/, 'Cancel'],
    ] as const) {
      await unit.getByRole('button', { name: opener }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      if (opener.source === '^Edit')
        await expect(page.locator('dialog [name=dumpsterNumber]')).toHaveValue(line);
      else await just(page, [line]);
      await office.button(closer).click();
    }
  }
  const last = HOSTILE_LINES.at(-2) ?? '';
  await office
    .row(last)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await office.button('Delete').click();
  await expect(office.toast(`${last} is gone.`)).toBeVisible();
});

test('the settings and their dialogs show it', async ({ office, page }) => {
  const lines = [0, 1, 6, 16, 18, 20, 21, 25].map((index) => HOSTILE_LINES[index] ?? '');
  await fillDraftWithHostileText(page.request, lines);
  const tab = async (path: string, shown: readonly string[] = lines) => {
    await page.goto(`/admin/settings/${path}`);
    await expect(page.getByRole('region', { name: 'Draft of the catalog' })).toBeVisible();
    await just(page, shown);
  };
  for (const list of ['sizes', 'rentals', 'projects', 'materials']) await tab(`catalog?list=${list}`);
  await page.getByRole('button', { name: /^Edit/ }).last().click();
  await just(page, []);
  for (const path of ['prices', 'extras', 'area', 'tax']) await tab(path);
  await tab('calendar', lines.slice(-1));
  await tab('policy', []);
  await office.button('Publish...').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Sizes' })).toBeVisible();
  const folded = dialog.getByRole('button', { name: /^Show all/ });
  while ((await folded.count()) > 0) await folded.first().click();
  await just(page, lines);
});

test('hostile text in a URL or a User-Agent has no effect', async ({ office, page, harm }) => {
  await page.goto('/admin/settings');
  await just(page, ['<img src=x onerror=hostile("device")>'.slice(0, 40).trim()]);
  const text = encodeURIComponent('"><script>hostile("address")</script>');
  const list = (path: string) => `/admin/${path}?search=${text}&sort=${text}&cursor=${text}&limit=${text}`;
  for (const path of ['bookings', 'clients', 'transactions', 'users', 'team', 'inventory'].map(list)) {
    await page.goto(
      `${path}&status=${text}&deliveryDateFrom=${text}&customer=${text}&tab=${text}&from=${text}`,
    );
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page
        .getByRole('alert')
        .or(page.getByText(/^No .* (found|members)$/))
        .first(),
    ).toBeVisible();
    await just(page, []);
  }
  for (const path of [text, '%00', '%252e%252e', '1%20OR%201', '9'.repeat(40)]) {
    for (const [of, title] of [
      ['bookings', 'Booking Not Found'],
      ['transactions', 'Transaction Not Found'],
    ]) {
      await page.goto(`/admin/${of}/${path}`);
      await expect(office.heading(title ?? '')).toBeVisible();
    }
  }
  for (const path of [`/admin/${text}`, `/admin/bookings/${text}/${text}`, `/${text}`, '/admin/%E0%A4%A']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await just(page, []);
  }
  await page.goto(
    `/payment-success?booking_id=${text}&payment_intent=${text}&payment_intent_client_secret=${text}`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`/reset-password#token=${text}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await just(page, []);
  // Unknown records and invalid queries are refused, without other effects.
  const refusals = /^4\d\d: |status of 4\d\d/;
  harm.splice(0, harm.length, ...harm.filter((each) => !refusals.test(each)));
});

test('a customer may enter it, from the first step to the confirmation', async ({
  booking,
  newCustomer,
  page,
}) => {
  const [person] = customers.slice(1);
  const customer = { ...newCustomer('30-yard'), ...person, notes: HOSTILE_LINES.join(' ') };
  const { rentalType, dumpsterType, deliveryDate } = newCustomer('30-yard');
  const email = 'ann.hostile@example.com';
  await booking.toPayment({
    ...customer,
    rentalType,
    dumpsterType,
    deliveryDate,
    email,
    phone: '(555) 010-9999',
  });
  await just(page, []);
  await page.reload();
  await expect(booking.cardNumber).toBeVisible();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await just(page, []);
  expect(await staff('GET', `/api/bookings?email=${email}`)).toMatchObject({
    status: 200,
    body: [{ firstName: customer.firstName, lastName: customer.lastName, notes: customer.notes }],
  });
});
