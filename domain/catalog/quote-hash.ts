import type { Quote } from './quote.ts';

/** Web Crypto: browsers and Workers have it, but the types of the domain include no runtime. */
declare const crypto: { subtle: { digest(name: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> } };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** A price as the customer saw it: the hash is equal when every line, the sums and the rate card are. Hexadecimal. */
export async function quoteHash(rateCardId: number, { lines, total, dueNow }: Quote): Promise<string> {
  const text = JSON.stringify([
    rateCardId,
    total,
    dueNow,
    lines.map(({ type, label, quantity, unitAmount, amount, isTaxable }) => {
      return [type, label, quantity, unitAmount, amount, isTaxable];
    }),
  ]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
