import {
  DELIVERY_KINDS,
  DELIVERY_LABELS,
  DELIVERY_STATE_LABELS,
  DELIVERY_STATES,
} from '#domain/deliveries.ts';
import type { ListDefinition } from '#web/table/list-state.ts';

export const DELIVERIES: ListDefinition = {
  defaultSort: '-createdAt',
  filters: [
    {
      field: 'state',
      label: 'State',
      kind: 'select',
      isUsual: true,
      options: DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_LABELS[value] })),
    },
    {
      field: 'kind',
      label: 'What',
      kind: 'select',
      isUsual: true,
      options: DELIVERY_KINDS.map((value) => ({ value, label: DELIVERY_LABELS[value] })),
    },
    { field: 'bookingId', label: 'Booking ID', kind: 'number', isUsual: true },
  ],
};
