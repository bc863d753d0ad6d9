import { AppError } from '#domain/shared/errors.ts';
import type { ProviderError } from '#worker/base/platform/stripe.ts';

type Refusal = { fields: string[]; message: string };

const EMAIL: Refusal = {
  fields: ['email'],
  message: 'Our payment provider does not accept this e-mail address. Please check it.',
};

/** The form fields and the message for each Stripe parameter with customer data. */
const REFUSALS: Record<string, Refusal> = {
  email: EMAIL,
  receipt_email: EMAIL,
  phone: {
    fields: ['phone'],
    message: 'Our payment provider does not accept this phone number. Please check it.',
  },
  name: {
    fields: ['firstName', 'lastName'],
    message: 'Our payment provider does not accept this name. Please check it.',
  },
};

/** The 400 error that names the field, if Stripe refused customer data; null for any other error. */
export function customerDataError({ outcome, param }: ProviderError, pathPrefix = ''): AppError | null {
  const refusal = outcome === 'refused' && param !== null ? REFUSALS[param] : undefined;
  if (!refusal) return null;
  const { fields, message } = refusal;
  return new AppError('invalid', message, {
    issues: fields.map((field) => ({ path: `${pathPrefix}${field}`, message })),
  });
}
