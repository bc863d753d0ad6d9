import { stripePhone } from '#domain/shared/phone-numbers.ts';
import type { Context } from '#worker/base/context.ts';
import { systemMetadata } from './stripe-metadata.ts';

export type CustomerContact = { firstName: string; lastName: string; email: string | null; phone: string };

/**
 * The parameters of a new customer at Stripe. Each payment of a deposit has a customer of its own: the e-mail address is
 * not verified, so it must not select another person's.
 */
export function customerParams(ctx: Context, { firstName, lastName, email, phone }: CustomerContact) {
  const sentPhone = stripePhone(phone);
  return {
    name: `${firstName} ${lastName}`,
    ...(email !== null && { email }),
    ...(sentPhone !== null && { phone: sentPhone }),
    metadata: systemMetadata(ctx),
  };
}
