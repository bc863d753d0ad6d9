import { getLegalText, listLegalTexts, previewLegalText, publishLegalText } from '#contract/terms.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { previewText, publishText, readLegalText, readLegalTexts } from './service.ts';

export function mountTerms(app: App) {
  implement(app, getLegalText, ({ ctx, params, query }) => readLegalText(ctx, { ...params, ...query }));
  implement(app, listLegalTexts, ({ ctx }) => readLegalTexts(ctx));
  implement(app, publishLegalText, ({ ctx, actor, body }) => publishText(ctx, actor, body));
  implement(app, previewLegalText, ({ ctx, body }) => previewText(ctx, body.markdown));
}
