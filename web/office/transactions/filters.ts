import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPE_LABELS,
  TRANSACTION_TYPES,
  transactionStatusLabel,
} from '#domain/money/transactions.ts';
import { TRANSACTION_WORK, TRANSACTION_WORK_LABELS } from '#domain/rental/work-lists.ts';
import type { Option } from '#web/kit/table/filters/filters.ts';
import type { ListDefinition } from '#web/kit/table/list-state.ts';

const OF_REFUNDS = ['pending', 'failed'];

/** The labels of the badges: payments first, then refunds. */
const STATUS_OPTIONS: readonly Option[] = [
  ...TRANSACTION_STATUSES.filter((status) => !OF_REFUNDS.includes(status)).map((status) => ({
    value: status,
    label: transactionStatusLabel('payment', status),
  })),
  { value: 'refunded', label: transactionStatusLabel('refund', 'succeeded') },
  { value: 'pending', label: transactionStatusLabel('refund', 'pending') },
  { value: 'failed', label: transactionStatusLabel('refund', 'failed') },
];

export const TRANSACTIONS: ListDefinition = {
  defaultSort: '-created',
  filters: [
    {
      field: 'type',
      label: 'Type',
      kind: 'select',
      isPrimary: true,
      options: TRANSACTION_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] })),
    },
    { field: 'status', label: 'Status', kind: 'select', isPrimary: true, options: STATUS_OPTIONS },
    { field: 'created', label: 'Date', kind: 'day', isPrimary: true },
    {
      field: 'work',
      label: 'To do',
      kind: 'select',
      options: TRANSACTION_WORK.map((value) => ({ value, label: TRANSACTION_WORK_LABELS[value] })),
    },
    { field: 'id', label: 'Transaction ID', kind: 'text' },
    { field: 'bookingId', label: 'Booking ID', kind: 'number' },
    { field: 'created', label: 'Dates', kind: 'dayRange' },
  ],
  // The server's 'succeeded' covers both types; a succeeded refund is labelled 'Refunded' here.
  asked: (filters) => (filters.status === 'succeeded' ? { type: 'payment', ...filters } : filters),
};
