import { expect, type Locator } from '@playwright/test';
import type { OfficePage } from '../office/office-page.ts';

/** The payment actions on a booking's page, as staff use them. */
export class MoneyPage {
  readonly office: OfficePage;
  readonly actions: Locator;
  readonly chargeDialog: Locator;
  readonly refundDialog: Locator;

  constructor(office: OfficePage) {
    this.office = office;
    this.actions = office.section('Actions');
    this.chargeDialog = office.dialog('Charge the remaining balance?');
    this.refundDialog = office.dialog('Refund Payment');
  }

  /** Without the e-mail after 15 seconds: it would be news of the booking in a dialog that is open then. */
  async setPrice(dollars: string) {
    const field = this.office.field('finalPrice');
    await field.fill(dollars);
    const form = this.office.page.locator('form').filter({ has: field });
    await form.getByLabel('E-mail this price to the customer').uncheck();
    await this.office.button('Update the final price').click();
    await expect(this.office.toast('Final Price Updated')).toBeVisible();
  }

  /** Charges the amount in the field, and confirms. */
  async charge() {
    await this.office.button('Charge the card on file').click();
    await this.chargeDialog.getByRole('button', { name: /^Charge \$/ }).click();
  }

  async openRefund() {
    await this.office.button('Refund Payment').click();
    await expect(this.refundDialog).toBeVisible();
  }

  async refund() {
    await this.refundDialog.getByRole('button', { name: /^Refund \$/ }).click();
  }

  inDialog(dialog: Locator, name: string) {
    return dialog.getByRole('button', { name, exact: true });
  }
}
