import type { Field } from './api-call.ts';

type Never = 'never' | 'auto' | 'if_required';
type AddressFields = Partial<Record<(typeof ADDRESS)[number], Never>>;

/** The Payment Element's option `fields`. */
export interface FieldsOption {
  billingDetails?: Never | { name?: Never; email?: Never; phone?: Never; address?: Never | AddressFields };
}

const ADDRESS = ['line1', 'line2', 'city', 'state', 'country', 'postalCode'] as const;

/**
 * Throws as Stripe.js does if a field is 'never' collected and the call does not pass its value.
 * Source: https://docs.stripe.com/payments/payment-element/control-billing-details-collection
 */
export function assertOmittedFieldsPassed(option: FieldsOption | undefined, billingDetails: Field): void {
  for (const path of omittedPaths(option)) {
    if (valueAt(billingDetails, path) !== undefined) continue;
    const error = new Error(
      `You specified "never" for fields.billing_details.${path} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.${path} when calling stripe.confirmPayment(). If you opt out of collecting data via the payment Element using the fields option, the data must be passed in when calling stripe.confirmPayment().`,
    );
    error.name = 'IntegrationError';
    throw error;
  }
}

function omittedPaths({ billingDetails: option }: FieldsOption = {}): string[] {
  if (option === undefined) return [];
  const details =
    typeof option === 'string' ? { name: option, email: option, phone: option, address: option } : option;
  const { address } = details;
  return [
    ...(['name', 'email', 'phone'] as const).filter((name) => details[name] === 'never'),
    ...ADDRESS.filter((name) => (typeof address === 'object' ? address[name] : address) === 'never').map(
      (name) => `address.${name === 'postalCode' ? 'postal_code' : name}`,
    ),
  ];
}

function valueAt(field: Field, path: string): Field {
  return path
    .split('.')
    .reduce<Field>((value, name) => (typeof value === 'object' && value ? value[name] : undefined), field);
}
