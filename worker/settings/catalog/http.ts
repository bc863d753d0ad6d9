import {
  CATALOG_SECTIONS,
  changeZoneZips,
  findDraftZone,
  getCatalogDraft,
  listZoneZips,
  SAVE_SECTION,
} from '#contract/catalog-draft.ts';
import {
  discardCatalogDraft,
  getCatalogVersion,
  listCatalogDifferences,
  listCatalogVersions,
  publishCatalog,
  rebaseCatalogDraft,
  startCatalogDraft,
} from '#contract/catalog-publish.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { requireVersion, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { getDraft, saveSection, sectionEtag } from './draft.ts';
import { publishDraft, readDifferences } from './publish.ts';
import { discardDraft, getVersion, listCatalogHistory, rebaseDraft, startDraft } from './versions.ts';
import { listZips, tryZip, updateZoneZips } from './zips.ts';

export function mountCatalogDraft(app: App) {
  implement(app, getCatalogDraft, ({ ctx }) => getDraft(ctx));
  for (const section of CATALOG_SECTIONS) mountSection(app, section);
  implement(app, changeZoneZips, ({ ctx, actor, body }) => updateZoneZips(ctx, actor, body));
  implement(app, listZoneZips, ({ ctx, query }) => listZips(ctx, query.zone));
  implement(app, findDraftZone, ({ ctx, query }) => tryZip(ctx, query.zip));
  mountPublication(app);
}

function mountPublication(app: App) {
  implement(app, listCatalogDifferences, async ({ ctx, setHeader }) => {
    const { revision, ...reply } = await readDifferences(ctx);
    setHeader('ETag', sectionEtag(revision));
    return reply;
  });
  implement(app, publishCatalog, ({ ctx, actor, body, header }) =>
    publishDraft(ctx, actor, { note: body.note, revision: versionFrom(header('If-Match')) }),
  );
  implement(app, startCatalogDraft, ({ ctx, actor, body }) => startDraft(ctx, actor, body.from));
  implement(app, rebaseCatalogDraft, ({ ctx, actor, body, header }) =>
    rebaseDraft(ctx, actor, { ...body, revision: versionFrom(header('If-Match')) }),
  );
  implement(app, discardCatalogDraft, async ({ ctx, actor, header }) => {
    await discardDraft(ctx, actor, versionFrom(header('If-Match')));
    return undefined;
  });
  implement(app, listCatalogVersions, ({ ctx }) => listCatalogHistory(ctx));
  implement(app, getCatalogVersion, ({ ctx, params }) => getVersion(ctx, params.id));
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
