import { skipToken, useQuery } from '@tanstack/react-query';
import { createPaymentIntent } from '#contract/checkout.ts';
import { type PayLinkView, readPayLink } from '#contract/payments.ts';
import { call } from '#web/api/call.ts';

export type { PayLinkView };

/** What a pay link asks for; null is an address without a token. */
export function usePayLink(token: string | null) {
  return useQuery({
    queryKey: [readPayLink.name, token],
    queryFn: token ? ({ signal }) => call(readPayLink, { params: { token }, signal }) : skipToken,
  });
}

/** The secret with which the browser pays at Stripe what the link asks for. */
export async function openPayLink(token: string, bookingId: number): Promise<string> {
  const { clientSecret } = await call(createPaymentIntent, { body: { bookingId, payToken: token } });
  return clientSecret;
}
