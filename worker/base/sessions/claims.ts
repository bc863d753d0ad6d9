import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Role } from '#domain/accounts/access.ts';
import type { Actor } from './sessions.ts';

/** '{userId}.{secret}.{claims}', and its signature. */
const SIGNED = /^(?<signed>(?<userId>\d{1,15})\.[\w-]{43}\.(?<claims>[\w-]+))\.(?<signature>[\w-]{43})$/;
type Claims = [sessionId: string, username: string, role: Role];

/** The token '{userId}.{secret}' with what never changes about its session behind it, signed. */
export function signClaims(
  secret: string,
  { token, sessionId, username, role }: Omit<Actor, 'userId' | 'restrictedAtMs'> & { token: string },
): string {
  const claims: Claims = [sessionId, username, role];
  const signed = `${token}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${signatureOf(secret, signed).toString('base64url')}`;
}

/**
 * Whose session the token says that it is. Whether that session still lives is not known: this is enough to begin reading
 * while it is checked. Null if nothing is signed, if it is signed with another secret, or if this instance has refused it
 * before: then it has to be checked first.
 */
export function readClaims(secret: string, token: string): Actor | null {
  if (refused.has(token)) return null;
  const known = verified.get(token);
  if (known?.secret === secret) return known.actor;
  const actor = verifyClaims(secret, token);
  if (actor) remember(verified, token, { secret, actor });
  return actor;
}

function verifyClaims(secret: string, token: string): Actor | null {
  const parts = SIGNED.exec(token)?.groups;
  if (!parts) return null;
  const { signed = '', userId, claims = '', signature = '' } = parts;
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(secret, signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [sessionId, username, role] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  return { userId: Number(userId), sessionId, username, role };
}

/** Tokens whose signature this instance has verified: most calls come with one of a few. */
const verified = new Map<string, { secret: string; actor: Actor }>();
/** Tokens of sessions that have ended: each can make an instance read once. */
const refused = new Map<string, true>();
const MAX_REMEMBERED = 10_000;

export function rememberRefused(token: string): void {
  verified.delete(token);
  remember(refused, token, true);
}

function remember<T>(tokens: Map<string, T>, token: string, value: T): void {
  if (tokens.size >= MAX_REMEMBERED) tokens.clear();
  tokens.set(token, value);
}

const keys = new Map<string, Buffer>();

function signatureOf(secret: string, text: string): Buffer {
  // HKDF (RFC 5869): a signature says nothing about the secret, which has another purpose.
  const key = keys.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', 'claims of a session', 32));
  keys.set(secret, key);
  return createHmac('sha256', key).update(text).digest();
}
