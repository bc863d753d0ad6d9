import { expect } from '@playwright/test';
import { isCustomerHour } from '#domain/dispatch/customer-hours.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { DRIVING } from '../running/environments.ts';
import { mailsTo } from '../running/mailbox.ts';
import { endUndo, test } from './driver-desk.ts';

test.use({ environment: DRIVING });

const PHOTO = 'web/assets/share.png';

const e164 = (phone: string) => `+1${phone.replace(/\D/g, '')}`;

/** The texts to some numbers. `texts`: the address of the emulator. */
async function textsTo(numbers: readonly string[], texts: string): Promise<string[]> {
  const all = (await (await fetch(`${texts}/messages`)).json()) as { to: string; body: string }[];
  return all.filter(({ to }) => numbers.includes(to)).map(({ body }) => body);
}

async function answerText(from: string, body: string, texts: string): Promise<void> {
  const reply = await fetch(`${texts}/__control/inbound`, {
    method: 'POST',
    body: JSON.stringify({ from, body }),
  });
  expect(reply.status).toBe(200);
}

test('the office signs a driver in, sees what is recorded at once, and ends a lost phone', async ({
  office,
  admin,
  phone,
  dispatcher,
  orderForToday,
  newCustomer,
  system,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  await phone.clock.install();
  const browserErrors = [collectBrowserErrors(page), collectBrowserErrors(phone)];
  const [first, second] = [newCustomer('20-yard'), newCustomer('20-yard')];
  const bookingIds = [await orderForToday(first, { textOptIn: true }), await orderForToday(second)];
  const jobs = await Promise.all(bookingIds.map(dispatcher.deliveryOf));
  const person = {
    username: 'records.driver',
    firstName: 'Robin',
    lastName: 'Vale',
    phone: '(555) 010-0188',
  };
  const { id: driverId } = (await dispatcher.call('POST', '/api/admin/users', {
    body: { ...person, email: 'robin@example.com', role: 'driver', password: 'quiet truck at noon' },
  })) as { id: number };
  await dispatcher.publish(
    driverId,
    jobs.map(({ id }) => id),
  );

  await office.open('/admin/users?role=driver', admin);
  await page.getByRole('button', { name: 'Phone of Robin Vale' }).click();
  await page.getByRole('menuitem', { name: 'Sign-in link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the sign-in link' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'the sign-in link');
  await phone.goto(await page.getByLabel('Link', { exact: true }).inputValue());
  await phone.getByRole('button', { name: 'Sign in on this phone' }).tap();
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await page.goto(`/admin/bookings/${bookingIds[0]}`);
  await expect(page.getByRole('heading', { name: 'Dump Tickets' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Driver Records' })).toBeHidden();
  const openStop = async (index: number) => {
    await phone.goto('/driver');
    await phone.getByRole('heading', { level: 2 }).nth(index).getByRole('link').tap();
  };
  const tap = (name: RegExp) => phone.getByRole('button', { name }).tap();
  await openStop(0);
  await tap(/^On my way$/);
  await endUndo(phone, phone.getByRole('button', { name: /^Arrived$/ }));
  // The e-mail goes at any hour, the text from 8 AM to 8 PM, and neither to the other customer.
  await expect
    .poll(async () => (await mailsTo(first.email, system.running.mailbox)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('our driver is on the way, about '));
  const isTextHour = isCustomerHour(Date.now(), 'America/New_York');
  const numbers = [e164(first.phone), e164(second.phone)];
  await expect
    .poll(async () =>
      // The cron can have sent the arrival window, too.
      (await textsTo(numbers, system.running.texts)).filter((text) => !/ between /.test(text)),
    )
    .toEqual(
      isTextHour ? [expect.stringContaining('Your driver is on the way for your delivery, about ')] : [],
    );
  const texts = page.getByRole('region', { name: 'Text Messages' });
  await expect(texts.getByText('Gets texts')).toBeVisible();
  await expectAccessibleEverywhere(page, 'a booking with texts', [375, 1280]);
  await answerText(e164(first.phone), 'STOP', system.running.texts);
  await expect(texts.getByText(/^No texts: the number sent STOP/)).toBeVisible();
  await tap(/^Arrived$/);
  const camera = phone.waitForEvent('filechooser');
  await tap(/^Photo of the placement$/);
  await (await camera).setFiles(PHOTO);
  await tap(/^Done/);
  await endUndo(phone, phone.getByRole('link', { name: /^Next: stop 2/ }));

  // The page of the booking follows without a reload.
  const records = page.getByRole('region', { name: 'Driver Records' });
  await expect(records.getByText('Done', { exact: true })).toBeVisible();
  await records.getByRole('button', { name: 'Details of Delivery' }).click();
  const record = page.getByRole('dialog', { name: 'Delivery' });
  await expect(record.getByText('Robin Vale')).toBeVisible();
  await record.getByRole('button', { name: 'Show positions' }).click();
  await expect(record.getByText(/^Position 42\.65/).first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'the record of a stop');
  await record.getByRole('button', { name: 'Placement, open photo' }).click();
  const viewer = page.getByRole('dialog', { name: 'Placement' });
  await expect(viewer.getByRole('img', { name: 'Placement' })).toHaveJSProperty('complete', true);
  await expectAccessibleEverywhere(page, 'a photo');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await openStop(1);
  await phone.getByRole('link', { name: 'Unable to complete' }).tap();
  await phone.getByText('Access blocked').tap();
  await tap(/^Report to the office$/);
  await endUndo(phone, phone.getByText('All stops of this route are finished.'));
  await page.goto('/admin/dispatch/from-drivers');
  await expect(
    page.getByRole('link', { name: `#${bookingIds[1]} ${second.firstName} ${second.lastName}` }),
  ).toBeVisible();
  await expect(page.getByText('Delivery: Access blocked')).toBeVisible();
  await expectAccessibleEverywhere(page, 'what drivers sent');

  await page.goto('/admin/users?role=driver');
  await page.getByRole('button', { name: 'Phone of Robin Vale' }).click();
  await page.getByRole('menuitem', { name: 'Phone lost' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Robin Vale is signed out on every device.')).toBeVisible();
  await page.getByRole('button', { name: 'Details of Robin Vale' }).click();
  await expect(page.getByText('Phone reported lost')).toBeVisible();
  await expect(page.getByText('Sign-in link created')).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(browserErrors.flat().filter((error) => !/401|WebSocket/.test(error))).toEqual([]);
});
