import type { PublicCatalog } from '#contract/public-catalog.ts';
import { type Firm, RENTAL, SIZE } from './firm.ts';
import { payDeposit } from './money.ts';
import type { PreparedCalls } from './system.ts';

const WEBHOOK_SECRET = 'whsec_local';
const TEXTS_TOKEN = 'texts_local';

const dates = ({ inDays }: Firm) => ({
  rentalType: RENTAL,
  dumpsterType: SIZE,
  month: inDays(40).slice(0, 7),
});

/** The booking page and its documents. */
export const CUSTOMER_CALLS: PreparedCalls = {
  getCatalog: () => ({}),
  getServiceArea: () => ({ query: { zip: '12207' } }),
  listAvailableDumpsterTypes: ({ inDays }) => ({ query: { deliveryDate: inDays(40), rentalType: RENTAL } }),
  listUnavailableDates: (firm) => ({ query: dates(firm) }),
  getNextAvailableDate: () => ({ params: { rentalType: RENTAL }, query: { dumpsterType: SIZE } }),
  createPaymentIntent: ({ order }) => ({ body: order() }),
  getBookingStatus: async (firm) => {
    const { paymentIntent, clientSecret } = await payDeposit(firm);
    return { body: { paymentIntent, clientSecret } };
  },
  getLegalText: () => ({ params: { type: 'terms', version: 'current' } }),
  getBusinessLogo: async ({ owner, visitor }) => {
    await storeLogo(owner);
    const { business } = await visitor.get<PublicCatalog>('catalog');
    return { params: { hash: business.logoUrl?.split('/').at(-1) ?? '' } };
  },
  readPayLink: async ({ owner, book }) => {
    const { id } = await book();
    const { url } = await owner.post<{ url: string }>(`bookings/${id}/pay-link`);
    return { params: { token: url.split('/pay/')[1] ?? '' } };
  },
  readRepeatLink: async (firm) => {
    const { email } = await firm.book();
    await firm.system.settle();
    const token = /#again=([\w-]+)/.exec(await firm.system.readMail(email ?? ''))?.[1];
    return { body: { token } };
  },
};

/** What machines ask for. */
export const PLATFORM_CALLS: PreparedCalls = {
  getHealth: () => ({}),
  getOpenApi: () => ({}),
  getDocs: () => ({}),
  receiveStripeWebhook: async (firm) => {
    const { paymentIntent } = await payDeposit(firm);
    const body = JSON.stringify(await findEvent(firm, 'payment_intent.succeeded', paymentIntent));
    return { body, headers: { 'Stripe-Signature': await signEvent(body) } };
  },
  receiveTextsWebhook: async ({ system, book, owner }) => {
    const { id, phone } = await book();
    await owner.send('PUT', `bookings/${id}/text-consent`, { body: { isGiven: true } });
    const form = new URLSearchParams({
      Body: 'Thank you',
      From: `+1${phone}`,
      MessageSid: `SM${crypto.randomUUID()}`,
    });
    return {
      body: form.toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Twilio-Signature': await signText(`${system.publicUrl}/api/texts/webhook`, form),
      },
    };
  },
};

export async function storeLogo(owner: Firm['owner']): Promise<void> {
  const { headers } = await owner.request('GET', 'admin/business');
  const version = headers.get('ETag') ?? '';
  await owner.request('PUT', 'admin/business/logo', { body: LOGO, type: 'image/png', version });
}

/** A PNG of 64 x 64 pixels. */
export const LOGO = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR42mMIhQKGUcYog3QGAE1xqgEfgS6gAAAAAElFTkSuQmCC',
  ),
  (char) => char.charCodeAt(0),
);

async function findEvent({ system }: Firm, type: string, objectId: string): Promise<object> {
  type Event = { type: string; data: { object: { id: string } } };
  const reply = await system.stripe('/__control/state', {});
  const { events } = (await reply.json()) as { events: Event[] };
  const found = events.findLast((one) => one.type === type && one.data.object.id === objectId);
  if (!found) throw new Error(`Stripe has no ${type} of ${objectId}`);
  return found;
}

async function signEvent(payload: string): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = await sign(WEBHOOK_SECRET, `${seconds}.${payload}`, 'SHA-256');
  return `t=${seconds},v1=${[...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function signText(url: string, fields: URLSearchParams): Promise<string> {
  const sorted = new URLSearchParams(fields);
  sorted.sort();
  const signature = await sign(
    TEXTS_TOKEN,
    url + [...sorted].map(([name, value]) => name + value).join(''),
    'SHA-1',
  );
  return btoa(String.fromCharCode(...signature));
}

async function sign(secret: string, text: string, hash: string): Promise<Uint8Array> {
  const bytes = (value: string) => new TextEncoder().encode(value);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
}
