import { addDays, dayAt } from '#domain/shared/days.ts';
import type { Running } from '../local/state.ts';

/** Calls of a customer and of staff to a running local system, as their pages make them. */
export type Business = ReturnType<typeof makeBusiness>;

/** Calls that move money need a key of their own. */
const headersOf = (app: string) => ({
  'Content-Type': 'application/json',
  'Idempotency-Key': crypto.randomUUID(),
  Origin: app,
});

export function makeBusiness({ app, stripe, mailbox, admin }: Running) {
  let cookie = '';
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => {
    const reply = await fetch(`${app}/api/${path}`, {
      method,
      headers: { ...headersOf(app), Cookie: cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, reply, body: (await reply.json()) as Record<string, unknown> };
  };
  /** Fails with the reply if it is not the expected one. */
  const expectCall = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    if (!answer.reply.ok) throw new Error(`${args[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const payIntent = async (clientSecret: string) => {
    const [id = ''] = clientSecret.split('_secret_');
    const reply = await fetch(`${stripe}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    });
    if (!reply.ok) throw new Error(`The payment ${id} failed: ${await reply.text()}`);
    return id;
  };
  return {
    call,
    signIn: async () => {
      const { username, password } = admin;
      const { reply } = await expectCall('POST', 'admin/login', { username, password });
      cookie = reply.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; ');
    },
    /** Books and pays the deposit. Returns the booking's number. */
    book: async (lastName: string): Promise<number> => {
      const bookingData = {
        ...CUSTOMER,
        lastName,
        email: `${lastName.toLowerCase()}@example.com`,
        terms: true,
      };
      const deliveryDate = addDays(dayAt(Date.now(), 'UTC'), 10);
      const order = { bookingId: 'pending', bookingData: { ...bookingData, deliveryDate } };
      const { clientSecret } = (await expectCall('POST', 'create-payment-intent', order)).body;
      const paymentIntent = await payIntent(String(clientSecret));
      const { booking } = (await expectCall('POST', 'booking-status', { paymentIntent, clientSecret })).body;
      return (booking as { id: number }).id;
    },
    /** Sets a price and opens the payment link in the customer's page. Returns what the page pays with. */
    openBalance: async (id: number): Promise<string> => {
      await expectCall('PATCH', `bookings/${id}/final-price`, { finalPrice: 60_000 });
      const { url } = (await expectCall('POST', `bookings/${id}/pay-link`, {})).body;
      const payToken = String(url).split('/pay/')[1];
      const { clientSecret } = (
        await expectCall('POST', 'create-payment-intent', { bookingId: id, payToken })
      ).body;
      return String(clientSecret);
    },
    payIntent,
    mails: async () => (await (await fetch(`${mailbox}/messages`)).json()) as { subject: string }[],
  };
}

const CUSTOMER = {
  firstName: 'Ada',
  phone: '7175550142',
  address: '12 Quarry Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  rentalType: '7-day',
  dumpsterType: '15-yard',
  notes: '',
};
