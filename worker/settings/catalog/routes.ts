import {
  CATALOG_SECTIONS,
  changeZoneZips,
  findDraftZone,
  getCatalogDraft,
  listZoneZips,
  SAVE_SECTION,
} from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { AppError } from '#domain/errors.ts';
import { versionFrom } from '#worker/history/version-conflict.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { getDraft, saveSection, sectionEtag } from './draft.ts';
import { listZips, tryZip, updateZoneZips } from './zips.ts';

export function mountCatalogDraft(app: App) {
  implement(app, getCatalogDraft, ({ ctx }) => getDraft(ctx));
  for (const section of CATALOG_SECTIONS) mountSection(app, section);
  implement(app, changeZoneZips, ({ ctx, actor, body }) => updateZoneZips(ctx, actor, body));
  implement(app, listZoneZips, ({ ctx, query }) => listZips(ctx, query.zone));
  implement(app, findDraftZone, ({ ctx, query }) => tryZip(ctx, query.zip));
}

function mountSection(app: App, section: CatalogSection) {
  implement(app, SAVE_SECTION[section], async ({ ctx, actor, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const value = body as RateCard[typeof section];
    const saved = await saveSection(ctx, actor, { section, value, version });
    setHeader('ETag', sectionEtag(version + 1));
    return saved;
  });
}

function requireVersion(ifMatch: string | null): number {
  const version = versionFrom(ifMatch);
  if (version !== null) return version;
  const message = 'Send the ETag of the section as If-Match.';
  throw new AppError('invalid', message, { issues: [{ path: 'If-Match', message }] });
}
