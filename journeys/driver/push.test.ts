import { expect } from '@playwright/test';
import { WHOLE_BROWSER } from '../running/browsers.ts';
import { DRIVING } from '../running/environments.ts';
import { findWorker, PHONE, signInByLink, test } from './driver-desk.ts';

test.use({ environment: DRIVING });

test('a push message is a notification of the phone, without what the office wrote', async ({
  playwright,
  dispatcher,
  system,
}) => {
  const { app: origin } = system.running;
  const browser = await playwright.chromium.launch(WHOLE_BROWSER);
  const phoneContext = await browser.newContext({ ...PHONE, baseURL: origin });
  const phone = await phoneContext.newPage();
  await phoneContext.grantPermissions(['notifications'], { origin });
  await signInByLink(phone, dispatcher, { username: 'notified.driver', firstName: 'Jo' });
  await phone.evaluate(() => navigator.serviceWorker.ready);
  const registrationId = await findWorker(phone, `${origin}/driver`);
  const devtools = await phoneContext.newCDPSession(phone);
  await devtools.send('ServiceWorker.enable');
  const notice = { title: 'The office answered', url: '/driver/messages/4', tag: 'route-4' };
  for (const data of [JSON.stringify(notice), JSON.stringify(notice), 'x'])
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const shown = () =>
    phone.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, tag, data }) => [title, tag, (data as { url: string }).url]).sort();
    });
  await expect.poll(shown).toEqual([
    ['The office answered', 'office', '/driver'],
    ['The office answered', 'route-4', '/driver/messages/4'],
  ]);
  // A local system has no keys: nothing is offered.
  await phone.goto('/driver/account');
  await expect(phone.getByRole('heading', { name: 'Sign out' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Answers of the office' })).toHaveCount(0);
  await browser.close();
});
