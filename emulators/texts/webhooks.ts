import { createHmac } from 'node:crypto';
import type { StoredText, TextStore } from './store.ts';

export interface WebhookOptions {
  accountSid: string;
  authToken: string;
  from: string;
  /** The public address of the webhook: the signature is of it. */
  webhookUrl: string;
  /** Delivers a POST; the local system is not reachable at its public address. */
  deliver: (request: Request) => Promise<Response>;
}

/** Form fields of a webhook. */
export type Fields = Record<string, string>;

/** Signed webhooks, as Twilio sends them. */
export class TextWebhooks {
  readonly #options: WebhookOptions;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Reports 'sent' and 'delivered', unless staff of the test set another end in the meantime. */
  afterAccepted(store: TextStore, text: StoredText): void {
    const steps = async () => {
      for (const status of ['sent', 'delivered']) {
        const current = store.list().find(({ id }) => id === text.id);
        if (!current || !['queued', 'sent'].includes(current.status)) return;
        await this.report(store, { ...current, status });
      }
    };
    void steps().catch(() => undefined);
  }

  /** Stores the status of a text and reports it. Returns the answer; null when the text has no callback. */
  async report(store: TextStore, text: StoredText): Promise<Response | null> {
    store.update(text);
    if (text.callbackUrl === '') return null;
    return this.post(text.callbackUrl, {
      MessageSid: text.id,
      SmsSid: text.id,
      MessageStatus: text.status,
      SmsStatus: text.status,
      To: text.to,
      From: text.from,
      AccountSid: this.#options.accountSid,
      ApiVersion: '2010-04-01',
      ...(text.errorCode === null ? {} : { ErrorCode: String(text.errorCode) }),
    });
  }

  /** A text from a customer. */
  receive(fields: Fields): Promise<Response> {
    return this.post(this.#options.webhookUrl, { AccountSid: this.#options.accountSid, ...fields });
  }

  post(url: string, fields: Fields): Promise<Response> {
    const request = new Request(url, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': computeSignature(this.#options.authToken, url, fields) },
      body: new URLSearchParams(fields),
    });
    return this.#options.deliver(request);
  }
}

/** Written apart from the Worker's own, so that one error is not in both. */
export function computeSignature(authToken: string, url: string, fields: Fields): string {
  const names = Object.keys(fields).sort();
  return createHmac('sha1', authToken)
    .update(url + names.map((name) => name + fields[name]).join(''), 'utf8')
    .digest('base64');
}
