import type * as clients from '#contract/clients.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const clientsDocs: DocsOf<typeof clients> = {
  listClients: {
    summary: 'Lists the clients, most recent booking first.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  findClientMatches: {
    summary:
      'Finds clients for an order by phone, at most six: by name, phone number or e-mail address, and by any address they booked for. A client found by an address has that address in the reply; the others that of their last booking.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getClient: {
    summary: 'Gets a client by any of its keys. An e-mail address may have any case.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  listClientBookings: {
    summary:
      "Lists a client's bookings, latest delivery first, by any of its keys. The list is empty for an unknown key.",
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  mergeClients: {
    summary:
      'Merges the client of the key in the body into the client of the path, which keeps its key. Returns that client; also when they are merged already.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 7,
  },
  separateClient: {
    summary:
      'Separates a merged key from the client of the path: its bookings are a client of their own again. Succeeds also when it is separate already.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 2,
  },
};
