import { expect } from '@playwright/test';
import { bookByApi, holdByApi } from '../booking/booking-api.ts';
import { expectAccessibleEverywhere as expectAccessible } from '../running/accessible.ts';
import { LONG_ADDRESS, LONG_NOTES } from '../running/hostile.ts';
import { StripeDesk } from '../running/stripe.ts';
import { test as office } from './office-journey.ts';
import type { OfficePage } from './office-page.ts';
import { type StaffApi, signInByApi } from './staff-api.ts';

/** Signed in before the first page. */
const test = office.extend<{ signedIn: undefined }>({
  signedIn: [
    async ({ page, admin }, use) => {
      await page.request.post('/api/admin/login', { data: admin });
      await use(undefined);
    },
    { auto: true },
  ],
});

// Each test checks many pages with axe, which is slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

/** Uses a separate system with extreme data. A few rows of each list are enough: more look the same. */
test.use({ environment: { ADMIN_PASSWORD: 'first-day-at-work', RETRY_SECONDS: '0' } });

let staff: StaffApi;
/** The number of a booking in which every text is long. */
let odd: number;

test.beforeAll(async ({ system, customers }) => {
  test.setTimeout(240_000);
  const { app, admin, stripe, mailbox } = system.running;
  staff = await signInByApi(app, admin);
  await staff('PUT', '/api/admin/business', { emailNewBookings: false });
  // Closes the first confirmation.
  await fetch(`${mailbox}/__control/fail-next`, { method: 'POST', body: JSON.stringify({ times: 50 }) });
  await bookByApi(app, new StripeDesk(stripe), customers.next());
  const dead = async () => (await staff('GET', '/api/admin/notifications?state=dead')).body;
  await expect.poll(dead, { timeout: 30_000 }).toHaveLength(1);
  await fetch(`${mailbox}/__control/fail-next`, { method: 'DELETE' });
  const unusual = {
    address: LONG_ADDRESS,
    notes: LONG_NOTES,
    phone: '+1 (555) 010-1234 ext. 12345678901234567',
  };
  const lastName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  await bookByApi(app, new StripeDesk(stripe), {
    ...customers.next(),
    ...unusual,
    firstName: 'מיכאל',
    lastName,
  });
  const find = async (query: string) =>
    (await staff('GET', `/api/bookings?${query}`)).body as { id: number }[];
  await expect.poll(() => find('')).toHaveLength(2);
  odd = (await find('customer=Wolfe'))[0]?.id ?? 0;
  for (const status of ['cancelled', 'completed', 'in_transit']) {
    await staff('PATCH', `/api/bookings/${odd}/status`, { status });
  }
  await staff('PATCH', `/api/bookings/${odd}/final-price`, { finalPrice: 99_999_999 });
  const colleague = { username: 'max', password: 'quiet truck at noon', email: 'max@example.com' };
  const person = { firstName: 'עדינה', lastName, ...colleague };
  await staff('POST', '/api/admin/staff', person);
});

const first = ({ page }: OfficePage, name: RegExp) => page.getByRole('button', { name }).first();
const loaded = async ({ page }: OfficePage) => {
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
};
const open = async (office: OfficePage, path: string, heading: string) => {
  await office.page.goto(path);
  await expect(office.heading(heading)).toBeVisible();
  await loaded(office);
};

test('the dashboard, the menu of a phone, and the not-found page', async ({ office, page }) => {
  await open(office, '/admin', 'Dashboard Overview');
  await expectAccessible(page, 'the dashboard');
  await page.setViewportSize({ width: 375, height: 900 });
  await office.button('Open the menu').click();
  await expectAccessible(page, 'the menu', [375]);
  await open(office, '/admin/no/such/page', '404 Page Not Found');
  await expectAccessible(page, 'nowhere');
});

test('the list of bookings: full, in use, empty, failed', async ({ office, page }) => {
  await open(office, '/admin/bookings', 'Dumpster Rental Bookings');
  await office.button('More filters').click();
  await first(office, /^Edit the final price/).click();
  await office.field('finalPrice').fill('1.999');
  await office.button('Save').click();
  await first(office, /^Details of booking/).click();
  await expectAccessible(page, 'the bookings');
  await page.getByRole('searchbox').fill('no such name');
  await expect(page.getByText('No bookings found')).toBeVisible();
  await expectAccessible(page, 'no bookings');
  await page.route('**/api/bookings?*', (route) => route.fulfill({ status: 500, json: {} }));
  await office.button('Refresh').click();
  await expect(page.getByRole('alert')).toContainText('The bookings could not be loaded.');
  await expectAccessible(page, 'bookings that did not load');
});

test('a booking: with its history, being moved, not found', async ({ office, page }) => {
  await open(office, `/admin/bookings/${odd}`, `Booking #${odd}`);
  await office.field('finalPrice').fill('-1');
  await first(office, /^Update/).click();
  await expect(page.getByText('Must not be negative')).toBeVisible();
  const changes = office.section('History').getByRole('listitem').filter({ hasText: 'changed from' });
  await expect(changes).toHaveCount(4);
  await expectAccessible(page, 'a booking');
  await office.button('Move to another unit').click();
  await expect(page.locator('dialog [name=dumpsterId]')).toBeVisible();
  await expectAccessible(page, 'the choice of a dumpster');
  await open(office, '/admin/bookings/999999', 'Booking Not Found');
  await expectAccessible(page, 'no booking');
});

test('the payments of a booking: charged, waiting for the customer, refunded', async ({ office, page }) => {
  await open(office, `/admin/bookings/${odd}`, `Booking #${odd}`);
  await office.button('Charge the card on file').click();
  const charge = office.dialog('Charge the remaining balance?');
  await charge.getByRole('button', { name: /^Charge \$/ }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expectAccessible(page, 'a charge above the limit');
  await office.button('Cancel').click();
  await office.button('Send payment link').click();
  await expect(page.getByText('Waiting for customer')).toBeVisible();
  await expectAccessible(page, 'a booking that waits for its customer');
  await office.button('Withdraw the payment link').click();
  await expect(office.dialog('Withdraw the payment link?')).toBeVisible();
  await expectAccessible(page, 'Withdraw');
  await office.button('Cancel').click();
  await office.button('Refund Payment').click();
  const refund = office.dialog('Refund Payment');
  await expect(refund).toContainText('What goes back');
  await expectAccessible(page, 'a refund');
  await refund.getByLabel('Partial refund').check();
  await office.button('Refund').click();
  await expect(page.getByText('Invalid Amount: Please enter a valid refund amount.')).toBeVisible();
  await expectAccessible(page, 'a refund with mistakes');
});

test('clients and their history', async ({ office, page }) => {
  await open(office, '/admin/clients', 'Client Management');
  await first(office, /^Details of/).click();
  await expect(page.getByRole('link', { name: /^Booking #/ }).first()).toBeVisible();
  await expectAccessible(page, 'the clients');
  await page
    .getByRole('row')
    .filter({ hasText: 'מיכאל' })
    .first()
    .getByRole('button', { name: /^View History/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('rowheader')).toHaveText([`#${odd}`]);
  await expectAccessible(page, "a client's history");
});

test('transactions: the list, one transaction, not found', async ({ office, page }) => {
  await open(office, '/admin/transactions', 'Transactions');
  await first(office, /^Details of/).click();
  await expectAccessible(page, 'the transactions');
  await page
    .getByRole('link', { name: /^Details of/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'View Booking Details' })).toBeVisible();
  await expectAccessible(page, 'a transaction');
  await open(office, '/admin/transactions/pi_nothing', 'Transaction Not Found');
  await expectAccessible(page, 'no transaction');
});

test('the reconciliation: nothing, differences, failed', async ({
  office,
  page,
  system,
  stripe,
  customers,
  runCron,
}) => {
  await open(office, '/admin/reconciliation?state=open', 'Reconciliation');
  await expect(page.getByText('No differences')).toBeVisible();
  await expectAccessible(page, 'no differences');
  await stripe.webhooks('hold');
  for (const paid of [customers.next(), customers.next()]) {
    const { clientSecret } = await holdByApi(system.running.app, paid);
    await stripe.confirm(clientSecret, '4242424242424242');
  }
  await runCron('reconcile');
  await open(office, '/admin/reconciliation', 'Reconciliation');
  await first(office, /^Settle/).click();
  await expect(office.toast('Difference Settled')).toBeVisible();
  await loaded(office);
  await expectAccessible(page, 'the differences');
  await page.route('**/api/admin/reconciliation**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expectAccessible(page, 'differences that did not load');
});

test('the inventory with an unpaid hold, which is released', async ({ office, page, system, customers }) => {
  const lastName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  await holdByApi(system.running.app, { ...customers.next(), lastName });
  await open(office, '/admin/inventory', 'Dumpster Inventory');
  const holds = office.section('Unpaid holds');
  const held = holds.getByRole('rowheader').filter({ hasText: lastName });
  await expect(held).toBeVisible();
  await expectAccessible(page, 'the inventory');
  await holds.getByRole('button', { name: new RegExp(`^Release the hold of .*${lastName}`) }).click();
  await expect(office.dialog('Release this hold?')).toBeVisible();
  await expectAccessible(page, 'Release');
  await office.button('Release').click();
  await expect(held).toHaveCount(0);
});

test('the dialogs of the inventory', async ({ office, page }) => {
  await open(office, '/admin/inventory', 'Dumpster Inventory');
  await office.button('Add Dumpster').click();
  await office.dialog('Add Dumpster').getByRole('button', { name: 'Add Dumpster' }).click();
  await expect(page.getByText('Dumpster number is required')).toBeVisible();
  await expectAccessible(page, 'a new dumpster with mistakes');
  await office.button('Cancel').click();
  await first(office, /^View schedule/).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: /Coming bookings/ })).toBeVisible();
  await loaded(office);
  await expectAccessible(page, 'a schedule');
  await office.button('Close').click();
  for (const [name, what] of [
    [/^Edit/, 'Save changes'],
    [/^Delete/, 'Delete'],
  ] as const) {
    await first(office, name).click();
    await expect(office.button(what)).toBeVisible();
    await expectAccessible(page, what);
    await office.button('Cancel').click();
  }
});

test('users and their dialogs', async ({ office, page }) => {
  await open(office, '/admin/users', 'User Management');
  await page.getByRole('button', { name: /^Details of עדינה/ }).click();
  await expect(page.getByText('Created').first()).toBeVisible();
  await expectAccessible(page, 'users');
  await office.button('Add User').click();
  await office.dialog('Add User').getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expectAccessible(page, 'a new user with mistakes');
  await office.button('Cancel').click();
  for (const [name, what] of [
    [/^Edit עדינה/, 'Save changes'],
    [/^Upgrade/, 'Upgrade'],
    [/^Deactivate/, 'Deactivate'],
  ] as const) {
    await first(office, name).click();
    await expect(office.button(what)).toBeVisible();
    await loaded(office);
    await expectAccessible(page, what);
    await office.button('Cancel').click();
  }
  await page.getByRole('searchbox').fill('no such name');
  await expect(page.getByText('No users found')).toBeVisible();
  await expectAccessible(page, 'no users');
});

test('the team and its dialogs', async ({ office, page }) => {
  await open(office, '/admin/team', 'Team Management');
  await expectAccessible(page, 'the team');
  await first(office, /^Actions for עדינה/).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'the menu of a member', [1280]);
  for (const item of ['Reset Password', 'Deactivate']) {
    await page.keyboard.press('Escape');
    await first(office, /^Actions for עדינה/).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, item);
    await office.button('Cancel').click();
  }
  await office.button('Add Team Member').click();
  await expect(office.dialog('Add Team Member')).toBeVisible();
  await expectAccessible(page, 'a new member');
  await open(office, '/admin/team?tab=inactive', 'Team Management');
  await expectAccessible(page, 'no inactive members');
});

test('the settings', async ({ office, page }) => {
  await open(office, '/admin/settings', 'Settings');
  await expect(office.section('Sessions').getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'the settings');
});

test('notifications: failed and sent, one in detail, none', async ({ office, page }) => {
  await open(office, '/admin/notifications', 'Notifications');
  await expect(office.row('Booking confirmation').filter({ hasText: 'Failed' })).toHaveCount(1);
  await first(office, /^Details of Booking confirmation/).click();
  await expectAccessible(page, 'the notifications');
  await office.field('kind').selectOption({ label: 'Payment link reminder' });
  await expect(page.getByText('No notifications found')).toBeVisible();
  await expectAccessible(page, 'no notifications');
});
