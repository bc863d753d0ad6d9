import { formatUsd } from '#domain/shared/money.ts';

/** What the sums of the ledger count, on the dashboard and above the transactions. `tax`: undefined while it loads. */
export const LEDGER_DEFINITIONS = {
  revenue: (tax: number | undefined) => `Payments that succeeded, without ${taxText(tax)}.`,
  refunded: (tax: number | undefined) => `Refunds that succeeded and lost disputes, without ${taxText(tax)}.`,
  net: 'Revenue less refunds and lost disputes, without sales tax.',
  pending: 'Payments and refunds that have neither succeeded nor failed, with their sales tax.',
} as const;

/** '$12.50 of sales tax': with the figure it adds up to the amounts of the list. */
function taxText(tax: number | undefined): string {
  return tax ? `${formatUsd(tax)} of sales tax` : 'sales tax';
}
