import type { Message, Messages } from './messages.ts';

/** Puts an event on the queue of the local Worker. Throws with the reason if it cannot. */
export type SendEvent = (event: DeliveryEvent) => Promise<void>;

/** An event of Cloudflare's Email Sending, as its subscription puts it on a queue. */
export type DeliveryEvent = ReturnType<typeof makeDeliveryEvent>;

type Options = { messages: Messages; now: () => number; sendEvent: SendEvent | null };

/**
 * POST /__control/bounce {to, reason?}: the latest e-mail to an address comes back. POST /__control/deliver {to}: it
 * arrives, as if the address accepted e-mail again. Without a call, no event is sent.
 */
export async function answerDelivery(options: Options, request: Request): Promise<Response> {
  const { messages, now, sendEvent } = options;
  const asked = parseRequestedEvent(await request.text());
  if (asked === null) return reply(400, 'to must be an e-mail address.');
  const { to, reason } = asked;
  const message = messages.list().find((one) => recipientsOf(one).includes(to.toLowerCase()));
  if (!message) return reply(404, `There is no e-mail to ${to}.`);
  if (sendEvent === null) return reply(503, 'The mailbox runs without a system.');
  const status = new URL(request.url).pathname.endsWith('/bounce') ? 'bounced' : 'delivered';
  try {
    await sendEvent(makeDeliveryEvent({ message, to, status, reason, nowMs: now() }));
  } catch (error) {
    return reply(503, (error as Error).message);
  }
  return Response.json({ id: message.id, to, status });
}

const DEFAULT_REASON = 'Mailbox not found';

function parseRequestedEvent(body: string): { to: string; reason: string } | null {
  try {
    const { to, reason = DEFAULT_REASON } = JSON.parse(body) as { to?: unknown; reason?: unknown };
    return typeof to === 'string' && to.includes('@') ? { to: to.trim(), reason: String(reason) } : null;
  } catch {
    return null;
  }
}

const recipientsOf = ({ to }: Message) => to.toLowerCase().split(', ');

type Delivery = {
  message: Message;
  to: string;
  status: 'bounced' | 'delivered';
  reason: string;
  nowMs: number;
};

function makeDeliveryEvent({ message, to, status, reason, nowMs }: Delivery) {
  const isBounced = status === 'bounced';
  return {
    type: `cf.email.sending.message.${status}`,
    source: { type: 'email.sending' },
    payload: {
      eventId: crypto.randomUUID(),
      // The id that the binding of the local Worker returned (scripts/local/workers/mail.ts).
      messageId: `mailbox-${message.id}`,
      sender: message.from,
      recipient: to,
      terminal: true,
      delivery: { status, smtpResponse: isBounced ? `550 5.1.1 ${reason}` : '250 2.0.0 OK' },
      ...(isBounced && { bounce: { type: 'hard', classification: 'invalid_recipient', reason } }),
    },
    metadata: { eventSchemaVersion: 1, eventTimestamp: new Date(nowMs).toISOString() },
  };
}

function reply(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
