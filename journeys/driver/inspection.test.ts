import { expect } from '@playwright/test';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { DRIVING } from '../running/environments.ts';
import { endUndo, signInByLink, strip, takePhoto, test } from './driver-desk.ts';

test.use({ environment: DRIVING });

test.afterEach(({ dispatcher }) =>
  dispatcher.call('PUT', '/api/admin/dispatch-settings', { body: { hasInspections: false } }),
);

test('the truck is inspected before the day, with a defect that the office sees before it leaves, and after the day', async ({
  phone,
  phoneContext,
  office,
  admin,
  dispatcher,
  orderForToday,
  newCustomer,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  await phone.clock.install();
  const bookingId = await orderForToday(newCustomer('20-yard'));
  const delivery = await dispatcher.deliveryOf(bookingId);
  await dispatcher.call('PUT', '/api/admin/dispatch-settings', { body: { hasInspections: true } });
  const person = { username: 'inspecting.driver', firstName: 'Casey' };
  const driverId = await signInByLink(phone, dispatcher, person);
  const { day } = await dispatcher.publish(driverId, [delivery.id]);
  await office.open(`/admin/dispatch?day=${day}`, admin);
  const column = page.getByRole('region', { name: 'Casey Kim' });
  await expect(column.getByText('Truck not inspected yet')).toBeVisible();

  // In the yard, without coverage.
  const before = phone.getByRole('region', { name: 'Inspect truck', exact: true });
  await expect(before.getByText(/^Service brakes, /)).toBeVisible();
  await phoneContext.setOffline(true);
  await before.getByRole('link', { name: 'Report a defect' }).tap();
  const report = phone.getByRole('button', { name: 'Report to the office' });
  await report.tap();
  await expect(phone.getByRole('alert')).toHaveText('Mark what is defective');
  await phone.getByText('Service brakes', { exact: true }).tap();
  await phone.getByLabel('What is wrong: Service brakes').fill('Pull to the left');
  await takePhoto(phone, phone.getByRole('button', { name: /^Photo ?: Service brakes$/ }));
  await expect(
    phone.getByRole('button', { name: /^Another photo \(1 taken\) ?: Service brakes$/ }),
  ).toBeVisible();
  await phone.getByText('No', { exact: true }).tap();
  await expectAccessibleEverywhere(phone, 'the report of a defect', [360]);
  await report.tap();
  await expect(before.getByRole('status')).toHaveText(
    'Reported: Service brakes: Pull to the left. Not safe to drive: wait for the office.',
  );
  await expect(strip(phone)).toHaveText('2 items waiting to be sent. No connection.');
  await phoneContext.setOffline(false);
  await endUndo(phone, before.getByRole('status'));

  // The office sees it while the truck is in the yard, and the mechanic signs it off.
  await column.getByRole('button', { name: /^Truck is not safe to drive/ }).click();
  expect(await dispatcher.deliveryOf(bookingId)).toMatchObject({ status: 'planned' });
  const dialog = page.getByRole('dialog', { name: /^Truck inspection: / });
  await expect(dialog.getByText('Pull to the left')).toBeVisible();
  const photo = dialog.getByRole('img', { name: 'Service brakes, defect 1' });
  // The photo is sent after the report.
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  await dialog.getByLabel('Name of the mechanic').fill('Mo Field');
  await dialog.getByRole('button', { name: 'Sign off' }).click();
  await expect(dialog.getByText('Repaired, certified by Mo Field')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(column.getByRole('button', { name: /^Truck defects signed off/ })).toBeVisible();

  // After the last stop, the app asks for the inspection again. If the office refuses it, the page of the inspection says why.
  await dispatcher.call('POST', `/api/jobs/${delivery.id}/done`, { body: {} });
  const after = phone.getByRole('region', { name: 'Inspect truck at the end of the day' });
  const actions = '**/api/driver/actions';
  await phoneContext.route(actions, async (route) => {
    const sent = route.request().postDataJSON() as { actions: { payload: object }[] };
    for (const action of sent.actions) action.payload = { ...action.payload, truckId: 'Truck 1' };
    await route.continue({ postData: JSON.stringify(sent) });
  });
  const isFine = after.getByRole('button', { name: 'No defects' });
  await isFine.tap();
  await endUndo(phone, after.getByRole('status').or(after.getByRole('alert')));
  await expect(after.getByRole('alert')).toContainText('Truck inspection was refused.');
  await expect(phone.getByRole('link', { name: /^1 item refused\./ })).toBeVisible();
  await phoneContext.unroute(actions);
  await isFine.tap();
  await expect(after.getByRole('status')).toHaveText('No defects.');
  await expect(after.getByRole('alert')).toHaveCount(0);
  await endUndo(phone, after.getByRole('status'));
  await expect(strip(phone)).toContainText('All sent.');
  await column.getByRole('button', { name: /^Truck defects signed off/ }).click();
  await expect(dialog.getByRole('heading', { name: 'End of the day' })).toBeVisible();
  await expect(dialog.getByText('No defects.')).toBeVisible();
});
