/** What the sums of the ledger count, on the dashboard and above the transactions. */
export const LEDGER_DEFINITIONS = {
  revenue: 'Payments that succeeded, with the sales tax in them.',
  refunded: 'Refunds that succeeded, and lost disputes.',
  net: 'Payments less refunds and lost disputes.',
} as const;
