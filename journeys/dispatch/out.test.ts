import { expect } from '@playwright/test';
import { addDays, dayAt } from '#domain/shared/days.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { PLANNING } from '../running/environments.ts';
import { test } from './dispatch-desk.ts';

test.use({ environment: PLANNING });

test('a truck breaks down: its stops go to the other route, and it is left out of the plan until it is back', async ({
  office,
  colleague,
  addResources,
  orderTwelveJobs,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  const day = addDays(dayAt(Date.now(), 'America/New_York'), 12);
  await addResources({
    sites: [
      { kind: 'yard', name: 'Out yard', lat: 42.65, lng: -73.75 },
      { kind: 'disposal', name: 'Out landfill', lat: 42.7, lng: -73.8 },
    ],
    trucks: [
      { name: 'Out truck 1', capacity: 2 },
      { name: 'Out truck 2', capacity: 2 },
    ],
    drivers: ['olga', 'omar'],
  });
  await orderTwelveJobs(day);
  await office.open(`/admin/dispatch?day=${day}`, await colleague('odile', 'dispatcher'));
  const jobs = page.getByRole('region', { name: 'Open jobs' });
  await expect(jobs.getByRole('checkbox')).toHaveCount(12);
  await office.button('Plan day').click();
  await page.getByRole('button', { name: 'Accept plan' }).click();
  await expect(page.getByText('Every job of this day is on a route.')).toBeVisible();
  const menus = page.getByRole('button', { name: /^Actions for the route of/ });
  const driver = ((await menus.first().getAttribute('aria-label')) ?? '').replace(
    'Actions for the route of ',
    '',
  );
  const column = page.getByRole('region', { name: driver });
  await column.getByRole('button', { name: /^Publish/ }).click();
  await expect(column.getByText('Published')).toBeVisible();

  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for the route of ${driver}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Out from...');
  const dialog = page.getByRole('dialog', { name: `Out from...: the route of ${driver}` });
  await dialog.getByLabel(/^Note/).fill('Engine');
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ jobs leave this route/);
  await expect(dialog.getByLabel('Out', { exact: true })).toHaveValue('truck');
  await expectAccessibleEverywhere(page, 'the dialog of a truck that is out', [375]);
  await dialog.getByRole('button', { name: /^Take out and/ }).click();
  await expect(dialog).toBeHidden();
  await expect(column.getByText(/is out from .*: .*\(Engine\)/)).toBeVisible();
  await expect(column.getByRole('button', { name: /^Actions for (Delivery|Final pickup)/ })).toHaveCount(0);

  // What stays open has no place on that truck.
  await office.button('Plan day').click();
  const plan = page.getByRole('dialog', { name: 'Plan day' });
  await expect(
    plan
      .getByRole('region', { name: /^Route of/ })
      .or(plan.getByText(/^(All|None of the open) jobs/))
      .first(),
  ).toBeVisible();
  await expect(plan.getByRole('region', { name: `Route of ${driver}` })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(plan).toBeHidden();

  await choose('Back in service');
  await expect(column.getByText(/is out from/)).toBeHidden();
});
