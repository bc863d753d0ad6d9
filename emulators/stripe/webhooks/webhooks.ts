import { createHmac } from 'node:crypto';
import type { Store } from '#emulators/stripe/store.ts';
import type { Deliveries, Delivery } from './deliveries.ts';
import { readEndpointSecret } from './webhook-endpoints.ts';

export interface WebhookOptions {
  store: Store;
  deliveries: Deliveries;
  deliver: (request: Request) => Promise<Response>;
  nowMs: () => number;
  /** Delays after the first, second ... failed attempt; after the last one Stripe stops. */
  retryDelaysMs: readonly number[];
  timeoutMs: number;
}

/** Sends stored deliveries one after the other, and retries those without a 2xx reply. */
export class Webhooks {
  readonly #options: WebhookOptions;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #closing = new AbortController();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Starts sending due deliveries; returns at once. */
  wake(): void {
    if (this.#running || this.#closing.signal.aborted) return;
    this.#running = this.#sendDue().finally(() => {
      this.#running = null;
      this.#sleepUntilNext();
    });
  }

  /** Attempts all undelivered events, including held ones and pending retries, and waits for the result. */
  async flush(): Promise<number> {
    const { deliveries } = this.#options;
    while (this.#running !== null) await this.#running;
    const open = deliveries.open();
    if (deliveries.mode === 'reorder') open.reverse();
    this.#running = this.#sendAll(open).finally(() => {
      this.#running = null;
    });
    await this.#running;
    this.wake();
    return open.length;
  }

  /** A running attempt is aborted and repeated at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #sendDue(): Promise<void> {
    const { deliveries, nowMs } = this.#options;
    let next = deliveries.nextDue(nowMs());
    while (next && !this.#closing.signal.aborted) {
      await this.#send(next);
      next = deliveries.nextDue(nowMs());
    }
  }

  async #sendAll(open: Delivery[]): Promise<void> {
    for (const delivery of open) {
      if (!this.#closing.signal.aborted) await this.#send(delivery);
    }
  }

  #sleepUntilNext(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#timer) clearTimeout(this.#timer);
    const dueAtMs = this.#options.deliveries.nextDueAtMs();
    if (dueAtMs === null) return;
    const waitMs = Math.min(Math.max(dueAtMs - this.#options.nowMs(), 1), 2 ** 31 - 1);
    this.#timer = setTimeout(() => this.wake(), waitMs);
    this.#timer.unref();
  }

  async #send(delivery: Delivery): Promise<void> {
    const { deliveries, store, nowMs, retryDelaysMs } = this.#options;
    const { ok, result } = await this.#attempt(delivery);
    if (this.#closing.signal.aborted && !ok) return;
    const attempts = delivery.attempts + 1;
    const delayMs = retryDelaysMs[delivery.attempts];
    const isOver = ok || delayMs === undefined;
    const end = ok ? 'delivered' : 'given_up';
    store.transaction(() => {
      deliveries.update(delivery.seq, {
        attempts,
        state: isOver ? end : 'waiting',
        dueAtMs: isOver ? delivery.dueAtMs : nowMs() + delayMs,
        lastResult: result,
      });
      if (ok) this.#markDelivered(delivery.eventId);
    });
  }

  #markDelivered(eventId: string): void {
    const { store } = this.#options;
    const event = store.find('event', eventId);
    if (event) store.save({ ...event, pending_webhooks: event.pending_webhooks - 1 });
  }

  async #attempt({ eventId, endpointId }: Delivery): Promise<{ ok: boolean; result: string }> {
    const { deliveries, store, nowMs } = this.#options;
    const event = store.find('event', eventId);
    const endpoint = store.find('webhook_endpoint', endpointId);
    if (!event || !endpoint) return { ok: true, result: 'the endpoint is gone' };
    const body = JSON.stringify(event, null, 2);
    const isForged = deliveries.mode === 'bad-signature';
    const secret = isForged ? 'whsec_not_the_secret' : readEndpointSecret({ store }, endpointId);
    const signature = signatureHeader(body, secret, Math.floor(nowMs() / 1000));
    const first = await this.#post(endpoint.url, body, signature);
    return deliveries.mode === 'duplicate' ? this.#post(endpoint.url, body, signature) : first;
  }

  async #post(url: string, body: string, signature: string): Promise<{ ok: boolean; result: string }> {
    const { deliver, timeoutMs } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, this.#closing.signal]);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signature,
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    try {
      const late = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      const response = await Promise.race([
        deliver(new Request(url, { method: 'POST', headers, body, signal })),
        late,
      ]);
      await response.body?.cancel();
      return { ok: response.ok, result: String(response.status) };
    } catch (error) {
      if (timeout.aborted) return { ok: false, result: `no answer within ${timeoutMs} ms` };
      return { ok: false, result: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** The header Stripe-Signature: the time in seconds, and an HMAC over time and body. */
function signatureHeader(body: string, secret: string, now: number): string {
  const digest = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  return `t=${now},v1=${digest}`;
}
