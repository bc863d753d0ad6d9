import { createHmac } from 'node:crypto';

/** The header Stripe-Signature: the time in seconds, and an HMAC over time and body. */
export function signatureHeader(body: string, secret: string, now: number): string {
  const digest = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  return `t=${now},v1=${digest}`;
}
