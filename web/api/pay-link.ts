import { skipToken, useQuery } from '@tanstack/react-query';
import { createPaymentIntent } from '#contract/checkout.ts';
import { type PayLinkView, readPayLink } from '#contract/payments.ts';
import { call } from '#web/api/call.ts';

export type { PayLinkView };

/** The details of a payment link. `token` is null for a URL without one. */
export function usePayLink(token: string | null) {
  return useQuery({
    queryKey: [readPayLink.name, token],
    queryFn: token ? ({ signal }) => call(readPayLink, { params: { token }, signal }) : skipToken,
  });
}

/** Opens the payment of a payment link. Returns the client secret of its payment intent. */
export async function openPayLink(token: string, bookingId: number): Promise<string> {
  const { clientSecret } = await call(createPaymentIntent, { body: { bookingId, payToken: token } });
  return clientSecret;
}
