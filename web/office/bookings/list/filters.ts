import type { CatalogNames } from '#contract/catalog-names.ts';
import {
  ATTENTION_LABELS,
  ATTENTION_REASONS,
  BOOKING_SOURCE_LABELS,
  BOOKING_SOURCES,
  BOOKING_STATUS_LABELS,
  BOOKING_STATUSES,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
} from '#domain/rental/bookings.ts';
import { BOOKING_WORK, BOOKING_WORK_LABELS } from '#domain/rental/work-lists.ts';
import { US_STATES } from '#domain/shared/us-states.ts';
import type { Filter } from '#web/kit/table/filters/filters.ts';

/**
 * The filters of the bookings list: frequent ones beside the search, the others behind 'More filters'. `names`: null
 * until they are loaded.
 */
export function makeBookingFilters(names: CatalogNames | null): Filter[] {
  return [
    {
      field: 'status',
      label: 'Status',
      kind: 'select',
      isPrimary: true,
      options: BOOKING_STATUSES.map((value) => ({ value, label: BOOKING_STATUS_LABELS[value] })),
    },
    {
      field: 'rentalType',
      label: 'Rental type',
      kind: 'select',
      isPrimary: true,
      options: (names?.rentalOptions ?? []).map(({ id, label }) => ({ value: id, label })),
    },
    { field: 'deliveryDate', label: 'Delivery date', kind: 'day', isPrimary: true },
    {
      field: 'work',
      label: 'To do',
      kind: 'select',
      options: BOOKING_WORK.map((value) => ({ value, label: BOOKING_WORK_LABELS[value] })),
    },
    { field: 'customer', label: 'Customer', kind: 'text' },
    { field: 'email', label: 'Email', kind: 'text' },
    { field: 'phone', label: 'Phone', kind: 'text' },
    { field: 'city', label: 'City', kind: 'text' },
    {
      field: 'state',
      label: 'State',
      kind: 'select',
      options: US_STATES.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      field: 'dumpsterType',
      label: 'Size',
      kind: 'select',
      options: (names?.dumpsterSizes ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      field: 'paymentStatus',
      label: 'Payment status',
      kind: 'select',
      options: PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_LABELS[value] })),
    },
    {
      field: 'needsAttention',
      label: 'Needs attention',
      kind: 'select',
      options: ATTENTION_REASONS.map((value) => ({ value, label: ATTENTION_LABELS[value] })),
    },
    {
      field: 'source',
      label: 'Source',
      kind: 'select',
      options: BOOKING_SOURCES.map((value) => ({ value, label: BOOKING_SOURCE_LABELS[value] })),
    },
    { field: 'unit', label: 'Unit', kind: 'text' },
    { field: 'endDate', label: 'Last day', kind: 'day' },
    { field: 'createdAt', label: 'Created on', kind: 'day' },
    { field: 'deliveryDate', label: 'Delivery', kind: 'dayRange' },
    { field: 'endDate', label: 'Last days', kind: 'dayRange' },
    { field: 'createdAt', label: 'Created', kind: 'dayRange' },
    { field: 'depositAmount', label: 'Deposit', kind: 'centsRange' },
    { field: 'finalPrice', label: 'Final price', kind: 'centsRange' },
    { field: 'balanceDue', label: 'Balance due', kind: 'centsRange' },
  ];
}
