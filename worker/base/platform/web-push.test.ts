import { expect, it } from 'vitest';
import { encryptPush, fromBase64Url, toBase64Url, vapidHeader } from './web-push.ts';

/** The example of RFC 8291, section 5 and appendix A. */
const SENDER = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};
const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

it('encrypts the example of RFC 8291 as it is there', async () => {
  const fixed = { salt: fromBase64Url('DGv6ra1nlYgDCS1FRnbzlw'), keys: SENDER };
  const body = await encryptPush(BROWSER, 'When I grow up, I want to be a watermelon', fixed);
  expect(toBase64Url(body)).toBe(BODY);
});

it('two messages with the same text have nothing in common but the lengths', async () => {
  const [first, second] = [await encryptPush(BROWSER, 'OK'), await encryptPush(BROWSER, 'OK')];
  expect(first.length).toBe(second.length);
  expect(toBase64Url(first.slice(0, 16))).not.toBe(toBase64Url(second.slice(0, 16)));
  expect(toBase64Url(first.slice(21))).not.toBe(toBase64Url(second.slice(21)));
});

it('the token is for the push service, ends within a day, and is signed with the key of the system', async () => {
  const nowMs = 1_800_000_000_000;
  const subject = 'https://rent.example';
  const header = await vapidHeader(SENDER, { subject, nowMs, endpoint: 'https://fcm.googleapis.com/a/b' });
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const decoded = (part: string) => JSON.parse(new TextDecoder().decode(fromBase64Url(part)));
  expect([decoded(head), decoded(claims), key]).toEqual([
    { typ: 'JWT', alg: 'ES256' },
    { aud: 'https://fcm.googleapis.com', exp: 1_800_000_000 + 12 * 3600, sub: subject },
    SENDER.publicKey,
  ]);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const publicKey = await crypto.subtle.importKey('raw', fromBase64Url(SENDER.publicKey), algorithm, false, [
    'verify',
  ]);
  const isValid = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    fromBase64Url(signature),
    new TextEncoder().encode(`${head}.${claims}`),
  );
  expect(isValid).toBe(true);
});
