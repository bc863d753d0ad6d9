import { expect } from '@playwright/test';
import { addDays, dayAt } from '#domain/shared/days.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { PLANNING } from '../running/environments.ts';
import { countInputs } from '../running/input-count.ts';
import { test } from './dispatch-desk.ts';

test.use({ environment: PLANNING });

test('a day of twelve jobs is planned with three actions, and one route is optimized', async ({
  office,
  colleague,
  addResources,
  orderTwelveJobs,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  const day = addDays(dayAt(Date.now(), 'America/New_York'), 9);
  await addResources({
    sites: [
      { kind: 'yard', name: 'Plan yard', lat: 42.65, lng: -73.75 },
      { kind: 'disposal', name: 'Plan landfill', lat: 42.7, lng: -73.8 },
    ],
    trucks: [
      { name: 'Plan truck 1', capacity: 1 },
      { name: 'Plan truck 2', capacity: 2 },
    ],
    drivers: ['pat', 'quinn'],
  });
  await orderTwelveJobs(day);

  await office.open(`/admin/dispatch?day=${day}`, await colleague('dora', 'dispatcher'));
  const jobs = page.getByRole('region', { name: 'Open jobs' });
  await expect(jobs.getByRole('checkbox')).toHaveCount(12);
  const count = await countInputs(page);
  await office.button('Plan day').click();
  const dialog = page.getByRole('dialog', { name: 'Plan day' });
  await expect(dialog.getByText(/^Adds 12 jobs/)).toBeVisible();
  await expect(jobs.getByRole('checkbox', { includeHidden: true })).toHaveCount(12);
  await expectAccessibleEverywhere(page, 'the proposal of a day');
  await dialog.getByRole('button', { name: 'Accept plan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Every job of this day is on a route.')).toBeVisible();
  expect((await count()).actions).toBeLessThanOrEqual(3);

  // What is planned well stays; by keyboard.
  const menu = page.getByRole('button', { name: /^Actions for the route of/ }).first();
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Optimize route' }).press('Enter');
  const one = page.getByRole('dialog', { name: /^Optimize the route of/ });
  await expect(one.getByText(/No better order|^Saves|^Adds/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(one).toBeHidden();

  // Every other dialog of the board.
  const stop = page.getByRole('button', { name: /^Actions for Delivery/ }).first();
  for (const [button, item] of [
    [menu, 'Edit route'],
    [menu, 'Sign-in link for the driver'],
    [menu, 'Show history'],
    [stop, 'Move to...'],
    [stop, 'Change unit'],
    [stop, /^Change minutes/],
  ] as const) {
    await button.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('status')).toHaveCount(0);
    await expectAccessibleEverywhere(page, `the dialog of '${item}'`, [375]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
