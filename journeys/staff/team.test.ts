import { expect } from '@playwright/test';
import { test } from '../office/office-journey.ts';
import { STAFF } from '../running/environments.ts';

/** Uses a separate system, because these journeys change its accounts. */
test.use({ environment: STAFF });

test('a member is added, gets an e-mail to choose a password, and is deactivated', async ({
  office,
  elsewhere,
  admin,
  system,
}) => {
  const { page } = office;
  const lee = { username: 'lee', password: 'quiet truck at noon' };
  await office.open('/admin/team', admin);
  await expect(page.getByRole('tab', { name: 'Active Team Members', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await office.button('Add Team Member').click();
  await expect(office.dialog('Add Team Member')).toContainText(
    'All administrators have full access to bookings, inventory and customers.',
  );
  await office.fillDialog({ ...lee, firstName: 'Lee', lastName: 'Moss', email: 'lee@example.com' });
  await office.dialog('Add Team Member').getByRole('button', { name: 'Add Team Member' }).click();
  await expect(office.toast('Team member added')).toBeVisible();
  await expect(office.row('Lee Moss')).toContainText('Administrator');

  const menu = office.button('Actions for Lee Moss');
  await menu.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Reset Password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(office.dialog('Reset Password').locator('[name=email]')).toHaveValue('lee@example.com');
  await office.button('Send reset e-mail').click();
  await expect(office.toast('A password reset email has been sent.')).toBeVisible();
  await expect(page.getByText(/look into the mailbox/)).toBeVisible();
  await expect(menu).toBeFocused();
  const mailed = async () => {
    const reply = await fetch(`${system.running.mailbox}/messages`);
    return ((await reply.json()) as { to: string }[]).map(({ to }) => to);
  };
  await expect.poll(mailed).toContain('lee@example.com');

  await elsewhere.open('/admin/team', lee);
  await expect(elsewhere.row('Lee Moss')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(office.dialog('Deactivate team member?')).toContainText('Lee Moss');
  await office.button('Deactivate').click();
  await expect(office.toast('Team member deactivated')).toBeVisible();
  await expect(office.row('Lee Moss')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Inactive Team Members' }).click();
  await expect(office.row('Lee Moss')).toContainText('Deactivated');
  expect(new URL(page.url()).search).toBe('?tab=inactive');

  await elsewhere.expectLogin();
});
