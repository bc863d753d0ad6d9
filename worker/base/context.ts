import { type Day, dayAt } from '#domain/shared/days.ts';
import { getBusinessProfile, readPhoneInMaintenance } from '#worker/base/business/profile.ts';
import { type Admission, holdMethods } from '#worker/base/db/admission.ts';
import { type Db, makeDb } from '#worker/base/db/client.ts';
import { ReadMemo } from '#worker/base/db/read-memo.ts';
import { isRestoreRunning } from '#worker/base/db/restore-state-repo.ts';
import { type Live, makeLive } from '#worker/base/live/live.ts';
import { type AlertWebhook, makeAlertWebhook } from '#worker/base/platform/alert-webhook.ts';
import { describeError, type Log, makeLog } from '#worker/base/platform/log.ts';
import { type Mailer, makeMailer, withRecipients } from '#worker/base/platform/mail.ts';
import { readMaintenance } from '#worker/base/platform/maintenance.ts';
import { makeRoutingPort, type RoutingPort } from '#worker/base/platform/routing.ts';
import type { RoutingPauses } from '#worker/base/platform/routing-call.ts';
import {
  makeStripePort,
  type StripeAnswer,
  type StripePort,
  type Timeouts,
} from '#worker/base/platform/stripe.ts';
import { makeTextPort, type TextPort } from '#worker/base/platform/texts.ts';
import { makePushPort, type PushPort } from '#worker/base/platform/web-push.ts';
import { makeSessions, type Sessions } from '#worker/base/sessions/sessions.ts';
import { type Env, getEnvSettings, type Settings } from './env.ts';
import type { TaskMessage } from './task-message.ts';

/** The delay of work after the reply. Work that starts at once would delay the reply. */
const AFTER_REPLY_MS = 500;

/** How long a call of the routing service takes at most; staff wait for those of a request. */
const ROUTING_TIMEOUTS_MS: Readonly<Record<Timeouts, number>> = { request: 4000, background: 15_000 };
/** Of this instance. */
const ROUTING_PAUSES: RoutingPauses = new Map();

/** All dependencies of the services: the settings, the database, the providers and the clock. */
export type Context = {
  settings: Settings;
  db: Db;
  stripe: StripePort;
  /** The latest call to Stripe in this context; null before the first. */
  lastStripeAnswer(): StripeAnswer | null;
  sessions: Sessions;
  live: Live;
  mail: Mailer;
  /** Null unless the three keys of texts are set. */
  texts: TextPort | null;
  /** Null unless VAPID_KEYS is set. */
  push: PushPort | null;
  /** Null unless ALERT_WEBHOOK_URL is set. */
  alertWebhook: AlertWebhook | null;
  /** Null unless ROUTING_API_KEY is set: drives are estimated then. */
  routing: RoutingPort | null;
  /** The namespace from which the edge reads the catalog (contract/catalog-store.ts). */
  edgeCatalog: KVNamespace;
  /** The bucket of the backups. */
  backups: R2Bucket;
  /** The photos and signatures of drivers. */
  photos: R2Bucket;
  log: Log;
  /** Milliseconds since 1970, the only clock. */
  now(): number;
  isInMaintenance(): Promise<boolean>;
  /** Today in the time zone of the business. */
  today(): Day;
  newId(): string;
  /** Waits, for replies that are deliberately slow. */
  pause(ms: number): Promise<void>;
  send(message: TaskMessage, options?: { delaySeconds?: number }): Promise<void>;
  /**
   * Does work that the reply needs nothing of. The caller waits for it only where the platform would not keep the Worker
   * alive.
   */
  behindReply(work: () => Promise<void>, onError: (error: unknown) => void): Promise<void>;
  /** Starts work that the reply does not wait for, so that its duration and errors do not affect the reply. */
  afterReply(work: () => Promise<void>): void;
};

/** Keeps the Worker alive until the work is done. */
export type WaitUntil = (work: Promise<void>) => void;

export type ContextOptions = {
  timeouts: Timeouts;
  requestId?: string;
  /** For work after the reply. Without it, changes are not published to the sockets of staff. */
  waitUntil?: WaitUntil | undefined;
  /** True for replies that may be slightly out of date: they can be read from a near replica. */
  isAdvice?: boolean;
  /** For a call whose caller is still being checked: until then it can only read the database. */
  admission?: Admission | undefined;
  /** For the steps after a restore: they write although the system is in maintenance. */
  worksInMaintenance?: boolean;
};

export function makeContext(env: Env, options: ContextOptions): Context {
  const { admission } = options;
  return admission ? heldContext(fullContext(env, options), admission) : fullContext(env, options);
}

/** The database holds its writes itself (makeDb). */
function heldContext(ctx: Context, admission: Admission): Context {
  const hold = <T extends object>(port: T, atOnce: readonly (keyof T)[] = []) =>
    holdMethods(port, admission, atOnce);
  const ifAdmitted = (work: () => void) => {
    admission.admitted.then(work, () => undefined);
  };
  return {
    ...ctx,
    stripe: hold(ctx.stripe),
    sessions: hold(ctx.sessions, ['check']),
    // Both wait for nothing: what is published has been written.
    live: hold(ctx.live, ['setAuthor', 'publish']),
    mail: hold(ctx.mail),
    texts: ctx.texts && hold(ctx.texts),
    push: ctx.push && hold(ctx.push),
    alertWebhook: ctx.alertWebhook && hold(ctx.alertWebhook),
    routing: ctx.routing && hold(ctx.routing),
    edgeCatalog: hold(ctx.edgeCatalog),
    backups: hold(ctx.backups),
    photos: hold(ctx.photos),
    send: async (message, sending) => {
      await admission.admitted;
      await ctx.send(message, sending);
    },
    afterReply: (work) => ifAdmitted(() => ctx.afterReply(work)),
    log: {
      info: (...line) => ifAdmitted(() => ctx.log.info(...line)),
      warn: (...line) => ifAdmitted(() => ctx.log.warn(...line)),
      error: (...line) => ifAdmitted(() => ctx.log.error(...line)),
    },
  };
}

function fullContext(env: Env, options: ContextOptions): Context {
  const settings = getEnvSettings(env);
  const now = () => Date.now() + settings.clockOffsetMs;
  const log = makeLog(settings.logLevel, options.requestId ? { requestId: options.requestId } : {});
  const live = makeLive(env.LIVE, { log, waitUntil: options.waitUntil, locationHint: settings.locationHint });
  const memo = options.timeouts === 'request' ? new ReadMemo() : undefined;
  const db = makeDb(env.DB, options.isAdvice ? 'first-unconstrained' : 'first-primary', {
    onWrite: live.publish,
    admission: options.admission,
    worksInMaintenance: options.worksInMaintenance,
    memo,
  });
  const mailer = makeMailer(env.EMAIL, async () => {
    const { name, email } = await getBusinessProfile({ db, settings });
    return { from: { name, email: settings.mailFrom }, replyTo: email };
  });
  let stripeAnswer: StripeAnswer | null = null;
  return {
    settings,
    db,
    stripe: makeStripePort(settings.stripeSecretKey, options.timeouts, (result) => {
      stripeAnswer = { result, atMs: now() };
      // An event of Stripe may have changed something in that time.
      memo?.forget();
    }),
    lastStripeAnswer: () => stripeAnswer,
    mail: settings.emailRecipients ? withRecipients(mailer, settings.emailRecipients, log) : mailer,
    texts: settings.textKeys && makeTextPort(settings.textKeys),
    push: settings.pushKeys && makePushPort(settings.pushKeys, { subject: settings.publicUrl, now }),
    alertWebhook: settings.alertWebhookUrl === null ? null : makeAlertWebhook(settings.alertWebhookUrl),
    routing:
      settings.routing &&
      makeRoutingPort(settings.routing, {
        timeoutMs: ROUTING_TIMEOUTS_MS[options.timeouts],
        now,
        pauses: ROUTING_PAUSES,
      }),
    edgeCatalog: env.CATALOG,
    backups: env.BACKUPS,
    photos: env.PHOTOS,
    sessions: makeSessions(env.SESSIONS, {
      now,
      sockets: live,
      claimsSecret: settings.stripeSecretKey,
      locationHint: settings.locationHint,
    }),
    live,
    log,
    now,
    isInMaintenance: () => isInMaintenance(env, Date.now()),
    today: () => dayAt(now(), settings.timeZone),
    newId: () => crypto.randomUUID(),
    pause: async (ms) => {
      await scheduler.wait(ms);
      memo?.forget();
    },
    send: async (message, sending) => {
      await env.TASKS.send(message, sending);
    },
    behindReply: async (work, onError) => {
      const done = work().catch(onError);
      if (options.waitUntil) options.waitUntil(done);
      else await done;
    },
    afterReply: (work) => {
      const done = scheduler
        .wait(AFTER_REPLY_MS)
        .then(work)
        .catch((error: unknown) => log.error('work_after_reply_failed', describeError(error)));
      options.waitUntil?.(done);
    },
  };
}

/**
 * Whether the system is in maintenance. A new instance that cannot read the flag asks the database for a restore, which
 * must be the only writer; a failure of KV alone does not stop the business. False also when the database does not
 * answer: every call then fails without it.
 */
export function isInMaintenance(env: Env, nowMs: number, waitUntil?: WaitUntil): Promise<boolean> {
  const whenUnknown = () => isRestoreRunning(makeDb(env.DB, 'first-primary')).catch(() => false);
  return readMaintenance(env, { nowMs, whenUnknown, waitUntil });
}

/** The phone number of the business for a call that is refused in maintenance. */
export function phoneInMaintenance(env: Env, nowMs: number): Promise<string> {
  const source = { db: makeDb(env.DB, 'first-primary'), settings: getEnvSettings(env) };
  return readPhoneInMaintenance(env, source, nowMs);
}
