import { US_STATES } from '#domain/us-states.ts';
import type { ListDefinition } from '#web/table/list-state.ts';

/** SPEC 9: the choices of 'minimum bookings'. */
const LEAST = ['1', '2', '3', '5', '10'];

export const CLIENTS: ListDefinition = {
  defaultSort: '-lastBooking',
  filters: [
    { field: 'lastName', label: 'Last name', kind: 'text' },
    { field: 'city', label: 'City', kind: 'text' },
    {
      field: 'state',
      label: 'State',
      kind: 'select',
      options: US_STATES.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      field: 'minBookings',
      label: 'Minimum bookings',
      kind: 'select',
      isUsual: true,
      options: LEAST.map((value) => ({ value, label: `${value}+` })),
    },
  ],
};
