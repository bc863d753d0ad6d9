import type { getBookingPage } from '#contract/booking-page.ts';
import type { ReplyOf } from '#contract/endpoint.ts';

type BookingPage = ReplyOf<typeof getBookingPage>;

/** Replies that are under way, by URL; undefined: the caller has to ask itself. */
export type BegunReplies = Map<string, Promise<Response | undefined>>;

/** The URLs of the calls whose replies the reply of getBookingPage has, by their names in it. */
export function listBookingParts(id: string): Readonly<Record<keyof BookingPage, string>> {
  const booking = `/api/bookings/${id}`;
  return {
    booking,
    payments: `${booking}/payments`,
    jobs: `/api/jobs?bookingId=${id}`,
    priceProposal: `${booking}/price-proposal`,
    history: `${booking}/history`,
    texts: `${booking}/texts`,
    dumpTickets: `${booking}/dump-fees`,
    stopRecords: `${booking}/stop-records`,
  };
}

/**
 * Asks once for what the page of a booking shows first. Returns the replies of its calls. After a failure of the server
 * or the network they are undefined: one part that fails must not take the others with it.
 */
export function askBookingPage(id: string): BegunReplies {
  const page = fetch(`/api/bookings/${id}/page`, { method: 'GET', credentials: 'same-origin' })
    .then(async (response) => ({ response, text: await response.text() }))
    .then(({ response, text }) => ({ response, text, parts: response.ok ? JSON.parse(text) : null }))
    .catch(() => null);
  const replyOf = async (part: string) => {
    const read = await page;
    if (!read || read.response.status >= 500) return undefined;
    const { response, text, parts } = read;
    const body = parts ? JSON.stringify(parts[part]) : text;
    return new Response(body, { status: response.status, headers: response.headers });
  };
  return new Map(Object.entries(listBookingParts(id)).map(([part, address]) => [address, replyOf(part)]));
}
