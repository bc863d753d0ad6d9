import { TERMS_VERSION } from '#contract/checkout.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getLegalText, LegalVersion, listLegalTexts } from '#contract/terms.ts';
import { FIRST_TERMS } from '#domain/rental/first-terms.ts';
import {
  depositTexts,
  fillPlaceholders,
  LEGAL_TEXTS,
  LEGAL_TITLES,
  type LegalText,
} from '#domain/rental/terms.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { findNames } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findRateCard, getPublishedCard, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertCatalogTask } from '#worker/notify/outbox/repo.ts';
import { renderMarkdown } from './markdown.ts';
import {
  findCurrentText,
  findText,
  insertFirstText,
  insertText,
  isCurrentText,
  listVersions,
  type StoredText,
} from './repo.ts';

type Reading = { type: LegalText; version: string; rateCardId?: number | undefined };

/**
 * A text as customers see it; the version 'current' is the newest. `rateCardId`: the card whose deposits a customer
 * agreed to. Throws not_found.
 */
export async function readLegalText(
  ctx: Context,
  { type, version, rateCardId }: Reading,
): Promise<ReplyOf<typeof getLegalText>> {
  const current = await getCurrentText(ctx, type);
  const isCurrent = version === 'current' || version === current.version;
  const text = isCurrent ? current : await findText(ctx.db, type, version);
  if (!text) throw new AppError('not_found', `There is no version ${version} of the ${LEGAL_TITLES[type]}.`);
  const card = rateCardId === undefined ? await getPublishedCard(ctx) : await findRateCard(ctx, rateCardId);
  if (!card) throw new AppError('not_found', `There is no rate card ${rateCardId}.`);
  return {
    type,
    version: text.version,
    title: LEGAL_TITLES[type],
    html: await fillIn(ctx, text.html, card),
    publishedAt: isoInstant(text.publishedAt),
    isCurrent,
  };
}

export async function readLegalTexts(ctx: Context): Promise<ReplyOf<typeof listLegalTexts>> {
  const [terms, privacy] = await Promise.all([getCurrentText(ctx, 'terms'), getCurrentText(ctx, 'privacy')]);
  const current = { terms, privacy };
  const versions = await listVersions(ctx.db);
  return {
    current,
    versions: versions.map(({ type, version, publishedAt, author }) => ({
      type,
      version,
      publishedAt: isoInstant(publishedAt),
      publishedBy: author,
      isCurrent: version === current[type].version,
    })),
  };
}

export async function previewText(ctx: Context, markdown: string): Promise<{ html: string }> {
  return { html: await fillIn(ctx, renderMarkdown(markdown), await getPublishedCard(ctx)) };
}

type Publication = { type: LegalText; markdown: string; replaces: string };

/** Stores a new version, named by the day. Throws stale when `replaces` is not the current version. */
export async function publishText(
  ctx: Context,
  actor: Actor,
  { type, markdown, replaces }: Publication,
): Promise<LegalVersion> {
  const html = renderMarkdown(markdown);
  const current = await getCurrentText(ctx, type);
  if (replaces !== current.version) throw await staleText(ctx, current);
  if (markdown === current.markdown) throw new AppError('conflict', 'The text has not changed.');
  const version = await newVersion(ctx, type);
  const publishedAt = ctx.now();
  const row = { type, version, markdown, html, publishedAt, publishedBy: actor.userId };
  const outboxId = ctx.newId();
  const task = { id: outboxId, subject: `${row.type} ${row.version}`, createdAt: row.publishedAt };
  const published = commit(ctx, {
    guards: { current: isCurrentText(row.type, replaces) },
    writes: { text: insertText(ctx.db, row), task: insertCatalogTask(ctx.db, task) },
  });
  if (!(await unlessGuarded(['current'], published)))
    throw await staleText(ctx, await getCurrentText(ctx, type));
  await enqueueOutboxRow(ctx, outboxId);
  const names = await findNames(ctx.db, actor.userId);
  return {
    type,
    version,
    publishedAt: isoInstant(publishedAt),
    publishedBy: names?.name ?? actor.username,
    isCurrent: true,
  };
}

/** The current version; the first texts are stored at their first use. */
async function getCurrentText(ctx: Context, type: LegalText): Promise<StoredText> {
  const found = await findCurrentText(ctx.db, type);
  if (found) return found;
  for (const each of LEGAL_TEXTS) {
    const markdown = FIRST_TERMS[each];
    const first = { type: each, version: TERMS_VERSION, markdown, html: renderMarkdown(markdown) };
    await insertFirstText(ctx.db, { ...first, publishedAt: 0, publishedBy: null });
  }
  const stored = await findCurrentText(ctx.db, type);
  if (!stored) throw new Error(`The first ${type} were not stored`);
  return stored;
}

/** '2026-11-22', or '2026-11-22.2' for the second version of the day. */
async function newVersion(ctx: Context, type: LegalText): Promise<string> {
  const day = ctx.today();
  for (let n = 1; ; n += 1) {
    const version = n === 1 ? day : `${day}.${n}`;
    if (!(await findText(ctx.db, type, version))) return version;
  }
}

async function fillIn(ctx: Context, html: string, { card }: PublishedRateCard): Promise<string> {
  const { name, phone, email } = await getBusinessProfile(ctx);
  return fillPlaceholders(html, { name, phone, email, deposits: depositTexts(card) });
}

async function staleText(ctx: Context, { type, version, publishedAt, publishedBy }: StoredText) {
  const names = publishedBy === null ? null : await findNames(ctx.db, publishedBy);
  const by = names ? ` by ${names.name}` : '';
  return new AppError(
    'stale',
    `Version ${version} of the ${LEGAL_TITLES[type]} was published${by}. Load it before you publish yours.`,
    {
      body: {
        changedBy: names?.username ?? null,
        changedByName: names?.name ?? null,
        changedAt: isoInstant(publishedAt),
        changed: ['markdown'],
        events: [],
      },
    },
  );
}
