/** The keys of this system (RFC 8292): the public one, 65 bytes, and the private one, 32 bytes, as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };
/** A subscription of a browser (RFC 8030) with its keys as base64url. */
export type PushSubscriptionKeys = { endpoint: string; p256dh: string; auth: string };
/** `topic`: a later message with the same one replaces one that the service has not delivered. */
type PushMessage = { text: string; topic: string };
/** 'gone': the subscription has ended. */
type PushResult = { status: 'sent' } | { status: 'gone' } | { status: 'failed'; code: number };

export type PushPort = {
  publicKey: string;
  /** Throws if the push service does not answer. */
  send(subscription: PushSubscriptionKeys, message: PushMessage): Promise<PushResult>;
};

const TIMEOUT_MS = 10_000;
/** So long the service keeps a message for a phone without a connection. */
const TTL_SECONDS = 4 * 3600;
/** RFC 8292 allows 24 hours. */
const TOKEN_SECONDS = 12 * 3600;
const GONE = [404, 410];

export function makePushPort(
  keys: PushKeys,
  { subject, now }: { subject: string; now: () => number },
): PushPort {
  return {
    publicKey: keys.publicKey,
    async send(subscription, { text, topic }) {
      const reply = await fetch(subscription.endpoint, {
        method: 'POST',
        headers: {
          Authorization: await vapidHeader(keys, { subject, nowMs: now(), endpoint: subscription.endpoint }),
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          TTL: String(TTL_SECONDS),
          Urgency: 'high',
          Topic: topic,
        },
        body: await encryptPush(subscription, text),
        // An answer must not lead to a host that was not checked.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (reply.ok) return { status: 'sent' };
      return GONE.includes(reply.status) ? { status: 'gone' } : { status: 'failed', code: reply.status };
    },
  };
}

type Token = { subject: string; nowMs: number; endpoint: string };

/** The Authorization header of RFC 8292: a JSON web token for the push service, signed with ES256. */
export async function vapidHeader(keys: PushKeys, { subject, nowMs, endpoint }: Token): Promise<string> {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1000) + TOKEN_SECONDS,
    sub: subject,
  };
  const encode = (part: object) => toBase64Url(utf8(JSON.stringify(part)));
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const key = await crypto.subtle.importKey('jwk', jwkOf(keys), ECDSA, false, ['sign']);
  const signature = await crypto.subtle.sign({ ...ECDSA, hash: 'SHA-256' }, key, utf8(signed));
  return `vapid t=${signed}.${toBase64Url(new Uint8Array(signature))}, k=${keys.publicKey}`;
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' };
const ECDH = { name: 'ECDH', namedCurve: 'P-256' };
/** Larger than any message: the body is one record. */
const RECORD_SIZE = 4096;
/** After the text of the last record. */
const LAST_RECORD = 2;

/** What the test vector of RFC 8291 fixes. */
type Fixed = { salt: Uint8Array<ArrayBuffer>; keys: PushKeys };

/** The body of a push message: the text encrypted for one browser (RFC 8291), as aes128gcm (RFC 8188). */
export async function encryptPush(
  { p256dh, auth }: Pick<PushSubscriptionKeys, 'p256dh' | 'auth'>,
  text: string,
  fixed?: Fixed,
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = fixed?.salt ?? crypto.getRandomValues(new Uint8Array(16));
  const own = await senderKeys(fixed?.keys);
  const browserKey = fromBase64Url(p256dh);
  const browser = await crypto.subtle.importKey('raw', browserKey, ECDH, false, []);
  // The types of Workers name the field differently from the standard, which the runtime follows.
  const algorithm = { name: 'ECDH', public: browser } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const shared = new Uint8Array(await crypto.subtle.deriveBits(algorithm, own.privateKey, 256));
  const info = joined(utf8('WebPush: info\0'), browserKey, own.publicKey);
  const secret = await hkdf(shared, { salt: fromBase64Url(auth), info, bytes: 32 });
  const keyBytes = await hkdf(secret, { salt, info: utf8('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const iv = await hkdf(secret, { salt, info: utf8('Content-Encoding: nonce\0'), bytes: 12 });
  const key = await crypto.subtle.importKey('raw', keyBytes, 'AES-GCM', false, ['encrypt']);
  const record = joined(utf8(text), Uint8Array.of(LAST_RECORD));
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, record);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_SIZE);
  const length = Uint8Array.of(own.publicKey.length);
  return joined(salt, size, length, own.publicKey, new Uint8Array(encrypted));
}

/** A new pair for each message. */
async function senderKeys(keys: PushKeys | undefined) {
  if (keys) {
    const privateKey = await crypto.subtle.importKey('jwk', jwkOf(keys), ECDH, false, ['deriveBits']);
    return { privateKey, publicKey: fromBase64Url(keys.publicKey) };
  }
  const pair = (await crypto.subtle.generateKey(ECDH, true, ['deriveBits'])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer;
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(raw) };
}

function jwkOf({ publicKey, privateKey }: PushKeys): JsonWebKey {
  const point = fromBase64Url(publicKey);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33, 65))];
  return { kty: 'EC', crv: 'P-256', x, y, d: privateKey };
}

type Derived = { salt: Uint8Array<ArrayBuffer>; info: Uint8Array<ArrayBuffer>; bytes: number };

async function hkdf(input: Uint8Array<ArrayBuffer>, { salt, info, bytes }: Derived) {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bytes * 8));
}

const utf8 = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

function joined(...parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
