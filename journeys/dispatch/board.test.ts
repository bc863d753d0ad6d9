import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, dayAt } from '#domain/shared/days.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { STAFF } from '../running/environments.ts';
import { countInputs } from '../running/input-count.ts';
import { dragToRoute, test } from './dispatch-desk.ts';
import { fullBoard } from './full-board.ts';

test.use({ environment: STAFF });

/** A finger rests on a card until it is lifted, and moves it before another one. */
async function dragByTouch(page: Page, { from, to }: { from: Locator; to: Locator }) {
  const touch = await page.context().newCDPSession(page);
  const at = async (card: Locator) => {
    const box = await card.boundingBox();
    return { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 12 };
  };
  await from.scrollIntoViewIfNeeded();
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const target = await at(to);
  await send('touchStart', [await at(from)]);
  await expect(page.locator('[data-dragged]')).toBeVisible();
  await send('touchMove', [target]);
  await send('touchMove', [{ x: target.x + 1, y: target.y }]);
  await expect(to).toHaveAttribute('data-drop-before');
  await send('touchEnd', []);
}

/** How many columns are on the screen as a whole, and the fewest stops that one of them shows. */
async function measureColumns(page: Page): Promise<{ columns: number; cards: number }> {
  return page.evaluate(() => {
    const isVisible = (element: Element) => {
      const { top, left, right, bottom, width } = element.getBoundingClientRect();
      const isInside = top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
      const onTop = document.elementFromPoint(left + width / 2, bottom - 2);
      return isInside && onTop !== null && element.contains(onTop);
    };
    const isInWidth = (column: Element) => {
      const { left, right } = column.getBoundingClientRect();
      const frame = column.parentElement?.getBoundingClientRect();
      return frame !== undefined && left >= frame.left && right <= frame.right;
    };
    const shown = [...document.querySelectorAll('[data-route]')].filter(isInWidth);
    const cards = shown.map((column) => [...column.querySelectorAll('[data-card]')].filter(isVisible).length);
    return { columns: shown.length, cards: Math.min(...cards) };
  });
}

test('twelve jobs are planned on two trucks with fourteen actions, moved by keyboard, and published', async ({
  office,
  elsewhere,
  colleague,
  addResources,
  orderTwelveJobs,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  const day = addDays(dayAt(Date.now(), 'America/New_York'), 1);
  await addResources({
    sites: [{ kind: 'yard', name: 'Main yard' }],
    trucks: [
      { name: 'Truck 1', capacity: 3 },
      { name: 'Truck 2', capacity: 1 },
    ],
    drivers: ['bob', 'ash'],
  });
  await orderTwelveJobs(day);

  await office.open(`/admin/dispatch?day=${day}`, await colleague('della', 'dispatcher'));
  const browserErrors = collectBrowserErrors(page);
  const jobs = page.getByRole('region', { name: 'Open jobs' });
  const route = (driver: string) => page.getByRole('region', { name: driver });
  const boxes = jobs.getByRole('checkbox');
  await expect(boxes).toHaveCount(12);
  const count = await countInputs(page);

  for (const driver of ['ash Moss', 'bob Moss']) {
    await office.button('Add route').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add route' }).click();
    await expect(route(driver)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await boxes.nth(0).click();
  await boxes.nth(5).click({ modifiers: ['Shift'] });
  await expect(jobs.getByRole('status')).toHaveText('6 selected');
  await dragToRoute(jobs.getByRole('listitem').first(), { route: route('ash Moss'), count: 6 });
  await office.button('Select all').click();
  await office.button('Add the selected jobs to a route').click();
  await page.getByRole('menuitem', { name: /^bob Moss/ }).click();
  await expect(page.getByRole('alert')).toContainText('carries one unit');
  await office.button('Add with yard stops').click();
  await expect(page.getByText('Every job of this day is on a route.')).toBeVisible();
  for (const driver of ['ash Moss', 'bob Moss']) {
    await office.button(`Publish the route of ${driver}`).click();
    await expect(route(driver).getByText('Published')).toBeVisible();
  }
  expect((await count()).actions).toBeLessThanOrEqual(14);

  // By keyboard alone: both routes go, and the same day is planned and published again.
  for (const driver of ['ash Moss', 'bob Moss']) {
    await office.button(`Actions for the route of ${driver}`).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove route' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove route' }).press('Enter');
    await expect(route(driver)).toBeHidden();
  }
  await expect(boxes).toHaveCount(12);
  for (const driver of ['ash Moss', 'bob Moss']) {
    await office.button('Add route').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Add route' }).press('Enter');
    await expect(route(driver)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const dialog = page.getByRole('dialog', { name: 'Choose route and position' });
  await boxes.first().focus();
  for (let n = 1; n < 6; n += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect(jobs.getByRole('status')).toHaveText('6 selected');
  await page.keyboard.press('m');
  await expect(dialog.getByLabel('Route')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(boxes).toHaveCount(6);
  // The focus stays in the list.
  await expect(boxes.last()).toBeFocused();
  for (let n = 1; n < 6; n += 1) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('m');
  await dialog.getByLabel('Route').press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(office.button('Add with yard stops')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Every job of this day is on a route.')).toBeVisible();
  // A second dispatcher sees each change.
  await elsewhere.open(`/admin/dispatch?day=${day}`, await colleague('dino', 'dispatcher'));
  const there = elsewhere.page.getByRole('region', { name: 'ash Moss' });
  await expect(there.getByRole('time')).toHaveCount(6);
  for (const driver of ['ash Moss', 'bob Moss']) {
    await office.button(`Publish the route of ${driver}`).press('Enter');
    await expect(route(driver).getByText('Published')).toBeVisible();
  }
  await expect(there.getByText('Published')).toBeVisible();

  // The last delivery of the first route becomes its first stop. An earlier delivery never makes the load too large.
  const cards = route('ash Moss').locator('[data-card]');
  const stops = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-card')));
  const deliveries = route('ash Moss').getByRole('button', { name: /^Actions for Delivery/ });
  const deliveryCards = cards.filter({ has: page.getByRole('button', { name: /^Actions for Delivery/ }) });
  const [before, last] = [await stops(), (await deliveryCards.last().getAttribute('data-card')) ?? ''];
  await deliveries.last().focus();
  await page.keyboard.press('m');
  await dialog.getByLabel('Position').selectOption('0');
  await dialog.getByRole('button', { name: 'Place' }).press('Enter');
  await expect(cards.first()).toHaveAttribute('data-card', last);
  await expect(route('ash Moss').getByText('Changed', { exact: true })).toHaveCount(1);
  await expect(there.getByText('Changed', { exact: true })).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect.poll(stops).toEqual(before);
  await expect(page.getByText('Change Undone')).toBeVisible();

  // On a touch screen a card is dragged after a moment.
  const second = (await deliveryCards.nth(1).getAttribute('data-card')) ?? '';
  await dragByTouch(page, { from: deliveryCards.nth(1), to: cards.first() });
  await expect(cards.first()).toHaveAttribute('data-card', second);

  // Twelve routes on a usual screen: six columns with ten stops each are seen without scrolling.
  await page.route('**/api/dispatch?day=*', (request) => request.fulfill({ json: fullBoard(day) }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(page.locator('[data-route]')).toHaveCount(12);
  const seen = await measureColumns(page);
  expect(seen.columns).toBeGreaterThanOrEqual(6);
  expect(seen.cards).toBeGreaterThanOrEqual(10);
  await page.unroute('**/api/dispatch?day=*');
  await page.reload();

  // A kept position and the search, which the address keeps.
  await deliveries.first().click();
  await page.getByRole('menuitem', { name: 'Keep in this position' }).click();
  await expect(route('ash Moss').getByText('Position kept', { exact: true })).toBeVisible();
  await office.button('Actions for the route of ash Moss').click();
  await page.getByRole('menuitem', { name: 'Show history' }).click();
  await expect(page.getByRole('dialog')).toContainText('Position kept: delivery of booking');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('searchbox', { name: 'Search open jobs' }).fill('zebra street');
  await expect(page).toHaveURL(/q=zebra/);
  await page.getByRole('searchbox', { name: 'Search open jobs' }).fill('');
  await expectAccessible(page, 'the dispatch board', [375, 1280]);
  await office.button('timeline').click();
  await expect(page.getByRole('list', { name: /^Stops of ash Moss/ }).getByRole('listitem')).toHaveCount(6);
  await expectAccessible(page, 'the timeline of the routes', [375, 1280]);
  // The refused drop, as the browser logs it.
  expect(browserErrors.filter((text) => !text.includes('409'))).toEqual([]);
});
