import type { Booking } from '#contract/staff-bookings.ts';
import { ask, type Call } from './load.ts';
import type { Case } from './public-calls.ts';

/** The Worker without Pages in front of it, like the bare route. */
export const API_HOST = 'api.bench';

export type Signed = { origin: string; cookie: string };

/** Parts of Stripe ids, as typed from a receipt: each occurs in about a hundred of 100,000. */
const ID_PIECES = ['7qx', 'b3M', 'x0K', '9dE', 'mW4', 'J8r'];

/** A call of staff beside a bare route. Each request takes the next of `among`. */
export const besideCase =
  (signed: Signed) =>
  <T>(
    name: string,
    among: readonly T[],
    [ofProduct, ofBare]: readonly [(one: T) => string, (one: T) => string],
  ): Case => ({
    name,
    call: staffCall(signed, inTurn(among, ofProduct)),
    bare: { method: 'GET', path: inTurn(among, ofBare) },
  });

/** Frequent calls of staff beside those for the list of bookings, each with the bare route that reads the same rows. */
export function staffCases(signed: Signed, { bookings }: { bookings: number }): Case[] {
  const beside = besideCase(signed);
  const ids = Array.from({ length: 500 }, (_, index) => 1 + ((index * 7919) % bookings));
  const always = [null];
  return [
    beside('one booking', ids, [(id) => `/api/bookings/${id}`, (id) => `/bare/bookings/${id}`]),
    beside('clients, with total', always, [() => '/api/clients?limit=50', () => '/bare/clients']),
    beside('transactions, with total', always, [
      () => '/api/transactions?limit=50',
      () => '/bare/transactions',
    ]),
    beside('transactions, search by id', ID_PIECES, [
      (piece) => `/api/transactions?limit=50&id=${piece}`,
      (piece) => `/bare/transactions/search?id=${piece}`,
    ]),
    beside(
      'transactions, type and status',
      ['payment', 'refund'],
      [
        (type) => `/api/transactions?limit=50&type=${type}&status=succeeded`,
        (type) => `/bare/transactions/filter?type=${type}&status=succeeded`,
      ],
    ),
    beside('dashboard', always, [() => '/api/dashboard', () => '/bare/dashboard']),
  ];
}

export function staffCall({ cookie }: Signed, path: Call['path']): Call {
  return { method: 'GET', path, headers: { Host: API_HOST, Cookie: cookie } };
}

export async function signIn(
  origin: string,
  { username, password }: { username: string; password: string },
): Promise<Signed> {
  const reply = await ask(origin, {
    method: 'POST',
    path: '/api/admin/login',
    body: () => ({ username, password }),
  });
  const cookie = reply.headers['set-cookie']?.find((each) => each.startsWith('__Host-session='));
  if (!cookie) throw new Error(`The administrator could not sign in: ${reply.status} ${reply.text}`);
  return { origin, cookie: cookie.split(';')[0] ?? '' };
}

/** The URL of a new payment link, for the first returned booking of DEMO=firm that is not paid. */
export async function createPayUrl(signed: Signed): Promise<string> {
  const unpaid = staffCall(signed, '/api/bookings?status=completed&paymentStatus=deposit_paid&limit=1');
  const [booking] = JSON.parse((await ask(signed.origin, unpaid)).text) as Booking[];
  if (!booking) throw new Error('No booking of DEMO=firm has a balance due.');
  const create = staffCall(signed, `/api/bookings/${booking.id}/pay-link`);
  const headers = { ...create.headers, 'Idempotency-Key': crypto.randomUUID() };
  const { status, text } = await ask(signed.origin, { ...create, headers, method: 'POST', body: () => ({}) });
  if (status !== 200) throw new Error(`The payment link was answered with ${status}: ${text}`);
  return (JSON.parse(text) as { url: string }).url;
}

/** Both return the same rows in the same order, and the same total. */
export async function assertSameAnswers({ origin }: Signed, { name, call, bare }: Case): Promise<void> {
  for (let count = 0; count < COMPARED; count += 1) {
    const [ofProduct, ofBare] = [await ask(origin, call), await ask(origin, bare)];
    const product = JSON.stringify(comparableReply(ofProduct, ofBare));
    const plain = JSON.stringify(comparableReply(ofBare, ofProduct));
    if (product !== plain)
      throw new Error(`${name}: the product answers ${product}, the bare route ${plain}.`);
  }
}

const COMPARED = 6;
type Reply = Awaited<ReturnType<typeof ask>>;

function comparableReply({ status, headers, text }: Reply, other: Reply) {
  if (status !== 200 || other.status !== 200) return { status, text };
  return { total: headers['x-total-count'], rows: comparable(JSON.parse(text), JSON.parse(other.text)) };
}

/** Rows by what identifies them, and of other objects the fields that both answers have. */
function comparable(answer: unknown, other: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((row, index) => comparable(row, listOf(other)[index]));
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = answer as Record<string, unknown>;
  const key = fields.jobId ?? fields.id ?? fields.email ?? fields.totalBookings;
  if (key !== undefined) return key;
  const others = (other ?? {}) as Record<string, unknown>;
  const shared = Object.keys(fields).filter((name) => name in others);
  return Object.fromEntries(shared.toSorted().map((name) => [name, comparable(fields[name], others[name])]));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Cycles through the list. */
function inTurn<T>(among: readonly T[], path: (one: T) => string): () => string {
  let next = 0;
  return () => {
    const one = among[next % among.length] as T;
    next += 1;
    return path(one);
  };
}
