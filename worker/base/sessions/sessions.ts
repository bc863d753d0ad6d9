import type { LocationHint } from '#domain/shared/regions.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { placedAt } from '#worker/base/platform/placement.ts';
import { rememberRefused, signClaims } from './claims.ts';
import type { Identity, Restriction, SessionRecord, UserSessions } from './user-sessions.ts';

/** The account and session of a request. */
export type Actor = Identity & {
  userId: number;
  sessionId: string;
  /** Set for a driver who was deactivated then: the session may only send what was recorded before. */
  restrictedAtMs?: number;
};

/** The only access to the sessions of an account. `token` is the value of the cookie: '{userId}.{secret}', then its claims. */
export type Sessions = {
  open(userId: number, input: { identity: Identity; device: string }): Promise<string>;
  check(token: string): Promise<Actor | null>;
  list(userId: number): Promise<SessionRecord[]>;
  end(userId: number, sessionId: string): Promise<boolean>;
  endAll(userId: number, options: { exceptId: string | null }): Promise<void>;
  /** Lets the sessions of an account only send what was recorded before a time, until they end. */
  restrict(userId: number, restriction: Restriction): Promise<void>;
};

/** Closes the sockets of ended sessions (worker/base/live/live.ts). */
type Sockets = {
  closeSession(sessionId: string): Promise<void>;
  closeAccount(userId: number, options: { exceptSessionId: string | null }): Promise<void>;
};

/** The object with the sessions of an account. */
export function sessionsOf(
  namespace: DurableObjectNamespace<UserSessions>,
  userId: number,
  locationHint: LocationHint | null = null,
) {
  return namespace.get(namespace.idFromName(`user:${userId}`), placedAt(locationHint));
}

type Dependencies = {
  now: () => number;
  sockets: Sockets;
  /** A secret of the deployment: the key of claims is derived from it. */
  claimsSecret: string;
  /** Where the object of an account is made when it is first asked. */
  locationHint?: LocationHint | null;
};

export function makeSessions(
  namespace: DurableObjectNamespace<UserSessions>,
  { now, sockets, claimsSecret, locationHint = null }: Dependencies,
): Sessions {
  const of = (userId: number) => sessionsOf(namespace, userId, locationHint);
  return {
    async open(userId, { identity, device }) {
      const secret = newToken();
      const id = crypto.randomUUID();
      await of(userId).open({ id, tokenHash: await sha256(secret), identity, device, nowMs: now() });
      return signClaims(claimsSecret, { token: `${userId}.${secret}`, sessionId: id, ...identity });
    },
    async check(token) {
      const [, id, secret] = /^(\d{1,15})\.([\w-]{43})(?:\.[\w-]+\.[\w-]{43})?$/.exec(token) ?? [];
      if (!id || !secret) return null;
      const userId = Number(id);
      const found = await of(userId).check(await sha256(secret), now());
      if (!found) {
        rememberRefused(token);
        return null;
      }
      const { id: sessionId, username, role, restrictedAtMs } = found;
      const actor = { userId, sessionId, username, role };
      return restrictedAtMs === null ? actor : { ...actor, restrictedAtMs };
    },
    list: async (userId) => of(userId).list(now()),
    async restrict(userId, restriction) {
      await of(userId).restrict(restriction);
      await sockets.closeAccount(userId, { exceptSessionId: null });
    },
    async end(userId, sessionId) {
      const isEnded = await of(userId).end(sessionId);
      if (isEnded) await sockets.closeSession(sessionId);
      return isEnded;
    },
    async endAll(userId, { exceptId }) {
      await of(userId).endAll(exceptId);
      await sockets.closeAccount(userId, { exceptSessionId: exceptId });
    },
  };
}

/** 256 random bits as 43 characters of base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
