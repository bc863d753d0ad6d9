import type { Booking } from '#contract/staff-bookings.ts';
import { fieldLabel, fieldText } from '#domain/rental/booking-fields.ts';

/** The fields of the dialog. The permit has a form of its own on the page. */
const FIELDS = [
  'firstName',
  'lastName',
  'company',
  'poNumber',
  'email',
  'phone',
  'secondPhone',
  'address',
  'city',
  'state',
  'zip',
  'placementType',
  'placement',
  'notes',
  'internalNotes',
] as const;
type DetailField = (typeof FIELDS)[number];
export type DetailsValues = Record<DetailField, string>;

/** A booking as its form shows it; missing values are empty. */
export function detailsValuesOf(booking: Booking): DetailsValues {
  return Object.fromEntries(FIELDS.map((field) => [field, booking[field] ?? ''])) as DetailsValues;
}

/** The fields that the form changes. */
export function changedDetails(booking: Booking, values: Partial<DetailsValues>): Partial<DetailsValues> {
  const before = detailsValuesOf(booking);
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== before[field as DetailField],
  );
  return Object.fromEntries(changed);
}

/** Other fields that a colleague can change while the dialog is open. */
const OTHER_FIELDS = [
  'status',
  'finalPrice',
  'expectedTotal',
  'paymentStatus',
  'permitNumber',
  'permitExpires',
];

export const DETAIL_LABELS: Record<string, string> = {
  ...Object.fromEntries([...FIELDS, ...OTHER_FIELDS].map((field) => [field, fieldLabel(field)])),
  deliveryDate: 'Delivery date',
  endDate: 'Last day',
};

export function detailText(field: string, value: unknown): string {
  return fieldText(field, value);
}
