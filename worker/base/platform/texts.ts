import * as z from 'zod/mini';
import type { TextStatus } from '#domain/shared/texts.ts';

export type TextKeys = { accountSid: string; authToken: string; from: string };
/** Without `callbackUrl` the provider reports nothing about the text. */
type OutgoingText = { to: string; body: string; callbackUrl?: string };
type AcceptedText = { providerId: string; status: TextStatus };
/** 'refused': the number cannot get texts at all; `code` is the provider's. */
type TextResult = ({ status: 'accepted' } & { text: AcceptedText }) | { status: 'refused'; code: number };

/** The provider of text messages. Both calls throw TextProviderError. */
export type TextPort = {
  send(text: OutgoingText): Promise<TextResult>;
  /** The texts with the same words to the same number since an instant, the newest first. */
  listSame(text: { to: string; body: string; sinceMs: number }): Promise<AcceptedText[]>;
};

/**
 * 'unanswered': the provider may have accepted the text, and its list may not show it yet. 'failed': it answered that it
 * did not accept it.
 */
export class TextProviderError extends Error {
  readonly outcome: 'unanswered' | 'failed';

  constructor(outcome: 'unanswered' | 'failed', message: string) {
    super(message);
    this.outcome = outcome;
  }
}

const API = 'https://api.twilio.com/2010-04-01/Accounts';
/** Two calls fit into the time that an attempt of the outbox may take. */
const TIMEOUT_MS = 6000;
/** The recipient has texted STOP. */
export const STOPPED_CODE = 21_610;
/** Invalid number, no permission for its country, number is a landline. Other codes are about this account. */
const REFUSED_CODES: readonly number[] = [21_211, 21_214, 21_217, 21_408, STOPPED_CODE, 21_612, 21_614];
/** The provider lists the newest first; a customer gets few texts a day. */
const LISTED = '50';

const message = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.string(),
  date_created: z.nullable(z.string()),
});
const list = z.object({ messages: z.array(message) });
const failure = z.object({ code: z.number(), message: z.optional(z.string()) });

/**
 * Twilio's REST API (https://www.twilio.com/docs/messaging/api/message-resource). It has no idempotency key: after a lost
 * answer, `listSame` shows whether the text was accepted.
 */
export function makeTextPort({ accountSid, authToken, from }: TextKeys): TextPort {
  const messagesUrl = `${API}/${accountSid}/Messages.json`;
  const headers = { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` };
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return {
    async send({ to, body, callbackUrl }) {
      const form = new URLSearchParams({
        To: to,
        ...sender,
        Body: body,
        ...(callbackUrl !== undefined && { StatusCallback: callbackUrl }),
      });
      const response = await fetchTextAnswer(messagesUrl, { method: 'POST', headers, body: form });
      const json = await response.json().catch(() => null);
      const sent = message.safeParse(json);
      if (response.ok && sent.success) return { status: 'accepted', text: acceptedOf(sent.data) };
      const code = failure.safeParse(json).data?.code;
      if (code !== undefined && REFUSED_CODES.includes(code)) return { status: 'refused', code };
      throw failed(response, code);
    },
    async listSame({ to, body, sinceMs }) {
      // Not by DateSent: a text that is still queued has none.
      const query = new URLSearchParams({ To: to, PageSize: LISTED });
      const response = await fetchTextAnswer(`${messagesUrl}?${query}`, { headers });
      const json = await response.json().catch(() => null);
      const found = list.safeParse(json);
      if (!response.ok || !found.success) throw failed(response, failure.safeParse(json).data?.code);
      return found.data.messages
        .filter((one) => one.body === body && Date.parse(one.date_created ?? '') >= sinceMs)
        .map(acceptedOf);
    },
  };
}

async function fetchTextAnswer(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    // The library's message can contain the address, which has the customer's number.
    throw new TextProviderError('unanswered', 'The provider of texts did not answer');
  }
}

/** Without the provider's own message: it quotes the number. */
function failed({ status }: Response, code: number | undefined) {
  const why = code === undefined ? `status ${status}` : `code ${code} (status ${status})`;
  return new TextProviderError(
    status >= 500 ? 'unanswered' : 'failed',
    `The provider of texts answered with ${why}`,
  );
}

function acceptedOf({ sid, status }: z.output<typeof message>): AcceptedText {
  return { providerId: sid, status: textStatusOf(status) };
}

/** The status of a text in the provider's words, by what it means for staff. */
export function textStatusOf(status: string): TextStatus {
  switch (status) {
    case 'sent':
    case 'delivered':
    case 'undelivered':
    case 'failed':
      return status;
    case 'read':
      return 'delivered';
    case 'canceled':
      return 'failed';
    default:
      return 'queued';
  }
}

/**
 * X-Twilio-Signature: HMAC-SHA1 with the auth token over the public URL and every field in the order of its name, in
 * base64 (https://www.twilio.com/docs/usage/security).
 */
export async function textSignature(
  authToken: string,
  { url, fields }: { url: string; fields: URLSearchParams },
): Promise<string> {
  const sorted = new URLSearchParams(fields);
  sorted.sort();
  const signed = url + [...sorted].map(([name, value]) => name + value).join('');
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(authToken),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  );
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(signed));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
