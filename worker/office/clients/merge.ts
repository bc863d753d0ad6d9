import type { ClientWithKeys } from '#contract/clients.ts';
import { AppError } from '#domain/shared/errors.ts';
import { phoneKey } from '#domain/shared/phone-numbers.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { deleteMerge, isMergedKey, mergeWrites } from './merge-repo.ts';
import { clientByKey } from './service.ts';

/** Both keys as typed: e-mail addresses or phone numbers. */
type Input = { key: string; mergedKey: string };

/**
 * Merges a client into another, which keeps its key. Either key may be one that is merged already. Returns the client;
 * also when another request merged the two first, in either direction.
 */
export async function mergeIntoClient(
  ctx: Context,
  actor: Actor,
  { key, mergedKey }: Input,
): Promise<ClientWithKeys> {
  const [kept, merged] = [await clientByKey(ctx, key), await clientByKey(ctx, mergedKey)];
  if (kept.key === merged.key) {
    if (normalKey(key) !== normalKey(mergedKey)) return kept;
    throw new AppError('conflict', 'This is the same client. Choose another one.');
  }
  const factsOf = (client: ClientWithKeys) => ({ key: client.key, bookingId: client.lastBooking.id });
  try {
    const merge = { kept: factsOf(kept), merged: factsOf(merged), actor, nowMs: ctx.now() };
    await commit(ctx, { writes: mergeWrites(ctx.db, merge) });
  } catch (error) {
    if (!CONFLICTS.some((part) => databaseMessage(error).includes(part))) throw error;
    const now = await clientByKey(ctx, key);
    if (now.key === (await clientByKey(ctx, mergedKey)).key) return now;
    throw new AppError(
      'conflict',
      'One of these clients was merged with another one just now. Close this and check the client first.',
    );
  }
  return clientByKey(ctx, kept.key);
}

const normalKey = (typed: string) => (typed.includes('@') ? typed.trim().toLowerCase() : phoneKey(typed));

const CONFLICTS = ['client_alias_chain', 'client_is_its_own_alias', 'client_aliases.alias_key'];

/** Separates a merged key from its client; no error when it is separate already. Throws conflict when it is merged into another client. */
export async function separateKey(ctx: Context, actor: Actor, input: Input): Promise<void> {
  const isSeparated = await deleteMerge(ctx.db, { ...input, actor, nowMs: ctx.now() });
  if (isSeparated || !(await isMergedKey(ctx.db, input.mergedKey))) return;
  throw new AppError(
    'conflict',
    'This address or number is merged into another client now. Reload the page and check the client first.',
  );
}
