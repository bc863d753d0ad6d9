import { expect, type Page } from '@playwright/test';
import { signInByLink, test } from './driver-desk.ts';

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
];

test('with text of 200 % the bars of each page wrap and leave most of the phone to the page', async ({
  phone,
  dispatcher,
  orderForToday,
  newCustomer,
}) => {
  const customer = { ...newCustomer('15-yard'), firstName: 'Wilhelmina', lastName: 'Featherstonehaugh' };
  const bookingId = await orderForToday(customer, { placement: 'Left of the garage' });
  const driverId = await signInByLink(phone, dispatcher, { username: 'large.text' });
  const { id } = await dispatcher.deliveryOf(bookingId);
  const route = await dispatcher.publish(driverId, [id]);
  const stop = `/driver/stops/${route.stops.find((each) => each.type === 'delivery')?.id}`;
  await expect(phone.getByRole('link', { name: /^Next: stop 1/ })).toBeVisible();
  for (const path of ['/driver', stop, `${stop}/unit`, `${stop}/unable`, `${stop}/damaged`]) {
    await phone.goto(path);
    await expectRoom(phone, path);
  }
  // For 10 seconds the bar has a line more.
  await phone.goto(stop);
  await phone.getByRole('button', { name: 'On my way' }).tap();
  await expect(phone.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await expectRoom(phone, 'a stop with an undo');
  await phone.getByRole('button', { name: 'Arrived' }).tap();
  await expect(phone.getByRole('button', { name: 'Undo: Arrived' })).toBeVisible();
  await expectRoom(phone, 'a stop where something is missing, with an undo');
  await expectUndoInSight(phone);
  await phone.goto('/driver/account');
  await expectRoom(phone, 'the settings');
});

/** With large text the rest of the bar can be below the edge, but not what can be undone for 10 seconds. */
async function expectUndoInSight(phone: Page): Promise<void> {
  const undo = phone.getByRole('button', { name: 'Undo: Arrived' });
  await phone.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await phone.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}

/** The bars that cover a page while it is scrolled take at most 40 % of the height, and nothing is wider than the phone. */
async function expectRoom(phone: Page, what: string): Promise<void> {
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  for (const size of SIZES) {
    await phone.setViewportSize(size);
    const measured = await phone.evaluate(async () => {
      const root = document.documentElement;
      root.style.fontSize = '200%';
      // The bars follow the new size in the next frame.
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      await frame();
      scrollTo(0, root.scrollHeight / 2);
      await frame();
      const visible = (element: Element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
      };
      const main = document.querySelector('main')!.getBoundingClientRect();
      const bars = [...document.querySelectorAll('header, main ~ section, form > .sticky')].filter(
        (element) => getComputedStyle(element).position === 'sticky',
      );
      // A page that is not longer than the phone has its bars before and after it.
      const covering = bars.filter((bar) => {
        const { top, bottom } = bar.getBoundingClientRect();
        return top < main.bottom - 1 && bottom > main.top + 1;
      });
      const result = {
        covered: covering.reduce((sum, bar) => sum + visible(bar), 0) / innerHeight,
        cutOff: bars.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length,
        isWider: root.scrollWidth > root.clientWidth,
        // The line of the outbox stays in sight.
        hasOutboxLine: visible(document.querySelector('header a[href$="/outbox"]')!) > 20,
      };
      root.style.fontSize = '';
      scrollTo(0, 0);
      return result;
    });
    const { covered, ...others } = measured;
    expect({ what, size, ...others, isRoomy: covered <= 0.4 ? true : covered }).toEqual({
      what,
      size,
      cutOff: 0,
      isWider: false,
      hasOutboxLine: true,
      isRoomy: true,
    });
  }
  await phone.setViewportSize(SIZES[0]!);
}
