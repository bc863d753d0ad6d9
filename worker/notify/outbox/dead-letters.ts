import { isSecurity, type NotificationKind } from '#domain/shared/notifications.ts';
import type { Context } from '#worker/base/context.ts';
import { taskMessage } from '#worker/base/task-message.ts';
import { type DeadMessage, insertDeadMessage, markDead } from './dead-letters-repo.ts';
import { findOutboxRow } from './repo.ts';

const REMOVED = '[removed]';
const MAX_FIELDS = 10;

/** Type and ids of a queue message. */
export type MessageIds = Record<string, string | number>;

/**
 * Stores a message that the queue gave up: marks its outbox row dead, or inserts a row for it. A repeated call with the
 * same message changes nothing.
 */
export async function storeDeadLetter(
  ctx: Context,
  { messageId, body }: { messageId: string; body: unknown },
) {
  const message = idsOnly(body);
  // The cron `outbox` resumes it. Nothing is left for staff to retry.
  if (message.type === 'bulk-action') return;
  const row =
    message.type === 'outbox' && typeof message.id === 'string'
      ? await findOutboxRow(ctx.db, message.id)
      : null;
  const nowMs = ctx.now();
  const dead = { ...kindOf(message), messageId, nowMs };
  const isNew = row
    ? await markDead(ctx.db, row, { messageId, nowMs })
    : await insertDeadMessage(ctx.db, dead);
  if (!isNew) return;
  const kind: NotificationKind = row?.kind ?? dead.kind;
  ctx.log.error('dead_letter', { ...message, messageId, kind, isSecurity: isSecurity(kind) });
}

/** Marks a row dead after its last attempt by the cron. */
export function moveToDeadLetters(ctx: Context, outboxId: string) {
  return storeDeadLetter(ctx, { messageId: ctx.newId(), body: { type: 'outbox', id: outboxId } });
}

function kindOf(message: MessageIds): Pick<DeadMessage, 'kind' | 'subject'> {
  const known = taskMessage.safeParse(message).data;
  if (known?.type === 'stripe-event') return { kind: known.type, subject: known.eventId };
  if (known?.type === 'operation') return { kind: known.type, subject: String(known.id) };
  return { kind: 'malformed', subject: JSON.stringify(message) };
}

/** The type and ids of a message. Nothing else of an unknown message is stored. */
function idsOnly(body: unknown): MessageIds {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { type: REMOVED };
  const fields = Object.entries(body);
  if (fields.length > MAX_FIELDS) return { type: REMOVED };
  return Object.fromEntries(fields.map(fieldWithId));
}

function fieldWithId([name, value]: [string, unknown]): [string, string | number] {
  if (name === 'type') return [name, isWord(value) ? value : REMOVED];
  if (!/^(id|[a-zA-Z]{1,30}Id)$/.test(name)) return [REMOVED, REMOVED];
  return [name, isId(value) ? value : REMOVED];
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z-]{0,39}$/.test(value);

const isId = (value: unknown): value is string | number =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^[\w-]{1,100}$/.test(value));
