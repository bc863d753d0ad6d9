import { skipToken, useQuery } from '@tanstack/react-query';
import { type PayLinkView, readPayLink } from '#contract/pay-links.ts';
import { call, isCode } from '#web/api/call.ts';
import type { PaidStatus } from '#web/public/card/confirm-card.ts';

/** The details of a payment link. `token` is null for a URL without one. */
export function usePayLink(token: string | null) {
  return useQuery({
    queryKey: [readPayLink.name, token],
    queryFn: token ? ({ signal }) => call(readPayLink, { params: { token }, signal }) : skipToken,
  });
}

/** Why a link cannot or need not be paid. */
export type ClosedLinkState = 'paid' | 'processing' | 'withdrawn' | 'expired' | 'unknown' | 'failed';
export type LinkState = 'loading' | 'open' | ClosedLinkState;

type LinkStateInput = {
  token: string | null;
  link: { data: PayLinkView | undefined; error: Error | null; isFetching: boolean };
  /** The status that Stripe returned on this page. The server receives it a moment later. */
  paid: PaidStatus | null;
};

export function linkState({ token, link, paid }: LinkStateInput): LinkState {
  if (!token) return 'unknown';
  if (paid) return paid === 'succeeded' ? 'paid' : 'processing';
  if (link.data) return link.data.state;
  if (link.isFetching) return 'loading';
  return isCode(link.error, 'not_found') ? 'unknown' : 'failed';
}

/** The heading of the page. */
export function linkTitle(state: LinkState, view: PayLinkView | undefined): string {
  if (state !== 'open' || view?.kind !== 'deposit') return TITLES[state];
  return view.isWholePrice ? 'Pay for your rental' : 'Pay your deposit';
}

const TITLES: Record<LinkState, string> = {
  loading: 'Looking up your payment...',
  open: 'Pay your remaining balance',
  paid: 'Payment received',
  processing: 'Your payment is being processed',
  withdrawn: 'This payment link was withdrawn',
  expired: 'This payment link has expired',
  unknown: 'We could not find this payment',
  failed: 'We could not load your payment',
};

/** Returns the payment link's token from the URL; null if there is none. */
export function payTokenFromUrl(): string | null {
  const [, , token = ''] = window.location.pathname.split('/');
  try {
    return decodeURIComponent(token) || null;
  } catch {
    return token;
  }
}
