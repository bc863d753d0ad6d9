import { expect, type Locator, type Page } from '@playwright/test';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { addDays, dayAt, formatWeekday } from '#domain/shared/days.ts';
import { askControl } from '#scripts/local/control.ts';
import { addRoute, dragToRoute } from '../dispatch/dispatch-desk.ts';
import type { OfficePage } from '../office/office-page.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { DRIVING } from '../running/environments.ts';
import { mailsTo } from '../running/mailbox.ts';
import {
  type Dispatcher,
  endUndo,
  signInByLink,
  storedRows,
  strip,
  takeCameraPhoto,
  takePhoto,
  test,
} from './driver-desk.ts';
import {
  enlargeSignature,
  expectReadableAtArmsLength,
  expectReducedPhotos,
  expectSignatureAfterTurn,
  sign,
} from './phone-checks.ts';

test.use({ environment: DRIVING });

type Job = { id: number; type: string; status: string };

/** Delivered yesterday, with an exchange today. The office enters both a day later, because orders begin today. */
async function shiftToYesterday(stateDir: string, bookingId: number): Promise<void> {
  await askControl(stateDir, 'execute', [
    `UPDATE dumpster_schedule SET start_date = date(start_date, '-1 day'), end_date = date(end_date, '-1 day') WHERE booking_id = ${bookingId}`,
    `UPDATE jobs SET due_day = date(due_day, '-1 day') WHERE booking_id = ${bookingId}`,
    `UPDATE bookings SET delivery_date = date(delivery_date, '-1 day') WHERE id = ${bookingId}`,
  ]);
}

async function exchangeOf(dispatcher: Dispatcher, bookingId: number, stateDir: string): Promise<Job> {
  const { id } = await dispatcher.deliveryOf(bookingId);
  await dispatcher.call('POST', `/api/jobs/${id}/done`, { body: {} });
  const { version } = (await dispatcher.call('GET', `/api/bookings/${bookingId}`)) as { version: number };
  const path = `/api/bookings/${bookingId}/changes`;
  const change = { type: 'exchange', day: addDays(today(), 1), unitAmount: 15_000 };
  const { previewToken } = (await dispatcher.call('POST', path, {
    body: { ...change, preview: true },
    version,
  })) as { previewToken: string };
  await dispatcher.call('POST', path, { body: { ...change, preview: false, previewToken }, version });
  await shiftToYesterday(stateDir, bookingId);
  return jobOf(dispatcher, bookingId, 'exchange');
}

async function jobOf(dispatcher: Dispatcher, bookingId: number, type: string): Promise<Job> {
  const jobs = (await dispatcher.call('GET', `/api/jobs?bookingId=${bookingId}`)) as Job[];
  return jobs.find((job) => job.type === type)!;
}

const today = () => dayAt(Date.now(), 'America/New_York');
const primary = (phone: Page, name: RegExp) => phone.getByRole('button', { name });
/** The tap after a save: the button already has its next verb. */
async function step(phone: Page, ...names: RegExp[]): Promise<void> {
  for (const name of names) await primary(phone, name).tap();
}

test('a day from the plan to the customer: delivery, exchange, ticket, an attempted stop and a pickup, partly without coverage', async ({
  phone,
  phoneContext,
  office,
  admin,
  system,
  dispatcher,
  orderForToday,
  order,
  newCustomer,
  records,
}) => {
  test.setTimeout(240_000);
  await phone.clock.install();
  const browserErrors = collectBrowserErrors(phone);
  const [first, second, third] = [newCustomer('20-yard'), newCustomer('15-yard'), newCustomer('20-yard')];
  const delivered = await orderForToday({ ...first, lastName: 'Delivery' }, { placement: 'By the oak' });
  const { id: exchanged } = await order({ ...second, lastName: 'Exchange', deliveryDate: today() });
  const attempted = await orderForToday({ ...third, lastName: 'Attempted' });
  const exchange = await exchangeOf(dispatcher, exchanged, system.stateDir);
  const delivery = await dispatcher.deliveryOf(delivered);
  const pickup = await jobOf(dispatcher, delivered, 'final_pickup');
  const closedGate = await dispatcher.deliveryOf(attempted);
  for (const [path, body] of [
    ['sites', { kind: 'disposal', name: 'County landfill', address: '1 Dump Road, Albany, NY 12207' }],
    ['trucks', { name: 'Truck of the day', capacity: 4 }],
  ] as const) {
    await dispatcher.call('POST', `/api/admin/${path}`, { body });
  }

  const driverId = await signInByLink(phone, dispatcher, { username: 'day.driver', firstName: 'Nell' });
  await expectReadableAtArmsLength(phone, 'an empty day');
  await office.open('/admin/dispatch', admin);
  const board = await planDay(office);
  const route = await routeOf(dispatcher, driverId);
  expect(route.stops.map(({ type, job }) => [type, job?.id])).toEqual([
    ['delivery', delivery.id],
    ['exchange', exchange.id],
    ['disposal', undefined],
    ['delivery', closedGate.id],
    ['final_pickup', pickup.id],
  ]);
  // The live channel shows the route at once.
  await expect(phone.getByRole('link', { name: /^Next: stop 1, .*Delivery$/ })).toBeVisible();
  await expectReadableAtArmsLength(phone, 'the list of stops');
  await phone.evaluate(() => navigator.serviceWorker.ready);

  // The office follows on the board, without a reload.
  await phone.getByRole('link', { name: /^Next: stop 1/ }).tap();
  await step(phone, /^On my way$/);
  await endUndo(phone, primary(phone, /^Arrived$/));
  await expect(board.getByText('On the way')).toBeVisible();
  await step(phone, /^Arrived$/);
  await endUndo(phone, primary(phone, /^Photo of the placement$/));
  await expect(board.getByText('There now')).toBeVisible();
  await takeCameraPhoto(phone, primary(phone, /^Photo of the placement$/));
  await expect(phone.getByText('Nothing is missing.')).toBeVisible();
  await expect(phone.getByText('Is someone there?')).toBeVisible();
  await expectReadableAtArmsLength(phone, 'a stop');
  await phone.getByRole('link', { name: 'Yes, they sign' }).tap();
  await sign(phone);
  await expectReadableAtArmsLength(phone, 'the signature');
  await expectSignatureAfterTurn(phone);
  await enlargeSignature(phone);
  await step(phone, /^Save and finish the stop$/);
  await endUndo(phone, phone.getByRole('link', { name: /^Next: stop 2/ }));
  await expect.poll(() => dispatcher.deliveryOf(delivered)).toMatchObject({ status: 'done' });
  await expect(board.getByText('Done', { exact: true }).first()).toBeVisible();

  // Without coverage, and from a cold start.
  await phoneContext.setOffline(true);
  await phone.reload();
  await phone
    .getByRole('link', { name: /^Back to the route|^Next: stop 2/ })
    .last()
    .tap();
  await expect(phone.getByRole('heading', { level: 2, name: /Exchange$/ })).toBeVisible();
  await step(phone, /^On my way$/, /^Arrived$/);
  await takePhoto(phone, primary(phone, /^Photo before the pickup$/));
  await takePhoto(phone, primary(phone, /^Photo of the placement$/));
  await step(phone, /^Done/);
  await phone.getByRole('link', { name: /^Next: stop 3, County landfill/ }).tap();
  // Beside the photo three taps: the ticket opens with the arrival, and completes the stop.
  await step(phone, /^On my way$/, /^Arrived$/);
  await phone.getByLabel('Ticket number').fill('T-4711');
  await phone.getByLabel('Net, lb').fill('4,200');
  await phone.getByLabel('Fee, $').fill('84.50');
  await takePhoto(phone, primary(phone, /^Photo of the ticket$/));
  await expect(primary(phone, /^Another photo of the ticket$/)).toBeVisible();
  await expectReadableAtArmsLength(phone, 'the ticket');
  // Phones with little memory end the page while the camera is open: what is typed stays.
  await phone.reload();
  await expect(phone.getByLabel('Net, lb')).toHaveValue('4,200');
  await step(phone, /^Save and finish the stop$/);
  // 5 actions with both units, and 2 photos, at the exchange; 4 and a photo at the landfill.
  await expect(strip(phone)).toHaveText('12 items waiting to be sent. No connection.');
  await phone.goto('/driver/account');
  await expect(phone.getByText('You cannot sign out yet: 12 items are not sent.')).toBeVisible();
  await expect(primary(phone, /^Sign out$/)).toBeDisabled();
  await expectReadableAtArmsLength(phone, 'the settings');
  await phone.goto('/driver/outbox');
  await expectReadableAtArmsLength(phone, 'the outbox');

  await phoneContext.setOffline(false);
  await endUndo(phone, strip(phone));
  await expect(board.getByText('Done', { exact: true })).toHaveCount(3);
  await expect(strip(phone)).toContainText('All sent.');

  await phone.getByRole('link', { name: 'Back to the route' }).tap();
  await phone.getByRole('link', { name: /^Next: stop 4/ }).tap();
  await step(phone, /^On my way$/, /^Arrived$/);
  await phone.getByRole('link', { name: 'Unable to complete' }).tap();
  await expectReadableAtArmsLength(phone, 'unable to complete');
  await step(phone, /^Report to the office$/);
  await expect(phone.getByText('Choose a reason')).toBeInViewport();
  await phone.getByText('Access blocked').tap();
  await takePhoto(phone, primary(phone, /^Photo of the problem$/));
  await phone.getByLabel('Note').fill('A car blocks the drive.');
  await step(phone, /^Report to the office$/);
  await endUndo(phone, phone.getByRole('link', { name: /^Next: stop 5/ }));
  await expect(board.getByText('Attempted', { exact: true })).toBeVisible();
  await expect.poll(() => dispatcher.deliveryOf(attempted)).toMatchObject({ status: 'open' });

  await phone.getByRole('link', { name: /^Next: stop 5/ }).tap();
  await step(phone, /^On my way$/, /^Arrived$/);
  await takePhoto(phone, primary(phone, /^Photo before the pickup$/));
  await takePhoto(phone, primary(phone, /^Photo after the pickup$/));
  await step(phone, /^Done/);
  await endUndo(phone, phone.getByText('All stops of this route are finished.'));
  await expect(board.getByText('Done', { exact: true })).toHaveCount(4);
  await phone.goto('/driver');
  await expect(strip(phone)).toContainText('All sent.');
  await expectReadableAtArmsLength(phone, 'a finished day');
  expect(await jobOf(dispatcher, delivered, 'final_pickup')).toMatchObject({ status: 'done' });
  await expectEverythingOnce(dispatcher, route);
  expect(records.driverWorkOf(driverId)).toEqual({ actions: 20, photos: 8 });

  await expectReducedPhotos(phone, records.driverPhotosOf(driverId));
  await expectCustomersInformed(system.running.mailbox, {
    delivered: first,
    exchanged: second,
    attempted: third,
  });
  await expectUnitsPlaced(office, route);
  await expectFeeInPrice(office, exchanged);

  await dispatcher.call('POST', `/api/admin/users/${driverId}/phone-lost`, { body: {} });
  await expect(phone.getByText('You were signed out on this phone.')).toBeVisible();
  await expectReadableAtArmsLength(phone, 'an ended session');
  expect(await phone.evaluate(storedRows)).toEqual({ session: 0, routes: 0, outbox: 0, photos: 0 });
  expect(browserErrors.filter((error) => !/ERR_INTERNET_DISCONNECTED|401|WebSocket/.test(error))).toEqual([]);
});

/** Plans today's jobs of this file in the order of the route, by dragging them on the board, and publishes them. */
async function planDay(office: OfficePage): Promise<Locator> {
  const { page } = office;
  const route = await addRoute(office, { driver: 'Nell Kim', truck: 'Truck of the day (4 units)' });
  const drop = (job: string, count: number) =>
    dragToRoute(page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: job }) }), {
      route,
      count,
    });
  await drop('Select Delivery for Ann Delivery', 1);
  await drop('Select Exchange for Ann Exchange', 2);
  await office.button('Actions for the route of Nell Kim').click();
  await page.getByRole('menuitem', { name: 'Add County landfill' }).click();
  await expect(route.getByRole('time')).toHaveCount(3);
  await drop('Select Delivery for Ann Attempted', 4);
  await drop('Select Pickup for Ann Delivery', 5);
  await office.button('Publish the route of Nell Kim').click();
  await expect(route.getByText('Published')).toBeVisible();
  return route;
}

async function routeOf({ call }: Dispatcher, driverId: number): Promise<BoardRoute> {
  const { routes } = (await call('GET', `/api/dispatch?day=${today()}`)) as Board;
  return routes.find(({ driver }) => driver.id === driverId)!;
}

/** Each stop has ended once on the board. */
async function expectEverythingOnce({ call }: Dispatcher, { id, day }: BoardRoute): Promise<void> {
  const board = (await call('GET', `/api/dispatch?day=${day}`)) as Board;
  const stops = board.routes.find((route) => route.id === id)?.stops;
  expect(stops?.map(({ status }) => status)).toEqual([
    'delivered',
    'delivered',
    'completed',
    'attempted',
    'completed',
  ]);
}

type Customers = Record<'delivered' | 'exchanged' | 'attempted', { email: string }>;

/** One e-mail for each event: the placed unit with its photo and the last day, and nothing of an attempt but the way. */
async function expectCustomersInformed(mailbox: string, customers: Customers): Promise<void> {
  const visits = async ({ email }: { email: string }) =>
    (await mailsTo(email, mailbox)).filter(({ subject }) =>
      /on the way|was (delivered|exchanged)/.test(subject),
    );
  const subjects = async (customer: { email: string }) =>
    (await visits(customer))
      .map(({ subject }) => /on the way|delivered|exchanged/.exec(subject)?.[0])
      .toSorted();
  await expect.poll(() => subjects(customers.delivered)).toEqual(['delivered', 'on the way', 'on the way']);
  // The phone sent 'On my way' with the exchange that was already done: that customer gets only the second, after
  // the e-mail about the delivery that the office marked.
  await expect.poll(() => subjects(customers.exchanged)).toEqual(['delivered', 'exchanged']);
  await expect.poll(() => subjects(customers.attempted)).toEqual(['on the way']);
  for (const fact of ['delivered', 'exchanged'] as const) {
    const mail = (await visits(customers[fact])).find(({ subject }) => subject.endsWith(`was ${fact}`));
    expect(mail?.text).toContain('The photo shows where our driver placed it.');
    expect(mail?.attachments.map(({ type }) => type)).toEqual([expect.stringMatching(/^image\//)]);
  }
  const delivered = (await visits(customers.delivered)).find(({ subject }) => subject.endsWith('delivered'));
  expect(delivered?.text).toContain(`The last day of your rental is ${formatWeekday(today())}.`);
}

/** The inventory has each unit where the driver left it. */
async function expectUnitsPlaced(office: OfficePage, { stops, truck }: BoardRoute): Promise<void> {
  const [delivery, exchange] = stops.map(({ job }) => job);
  await office.page.goto('/admin/inventory');
  const placeOf = (unit: { number: string } | null | undefined) => office.row(unit?.number ?? 'none');
  await expect(placeOf(delivery?.unit)).toContainText(truck?.name ?? '');
  await expect(placeOf(exchange?.unit)).toContainText(`Booking #${exchange?.bookingId}`);
  await expect(placeOf(exchange?.collectedUnit)).toContainText('County landfill');
}

/** The fee of the ticket is a row of the proposed price. */
async function expectFeeInPrice(office: OfficePage, bookingId: number): Promise<void> {
  await office.page.goto(`/admin/bookings/${bookingId}`);
  await expect(office.section('Dump Tickets')).toContainText('$84.50');
  await expect(office.section('Dump Tickets')).toContainText('T-4711');
  await expect(office.section('Proposed Price')).toContainText('$84.50');
}
