import {
  createSavedView,
  deleteSavedView,
  listSavedViews as listSavedViewsCall,
  updateSavedView,
} from '#contract/saved-views.ts';
import { etagOf, requireVersion, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { changeView, createView, listSavedViews, removeView } from './service.ts';

export function mountSavedViews(app: App) {
  implement(app, listSavedViewsCall, ({ ctx, actor, query }) => listSavedViews(ctx, actor, query.list));

  implement(app, createSavedView, async ({ ctx, actor, body, setHeader }) => {
    const view = await createView(ctx, actor, body);
    setHeader('ETag', etagOf(view));
    return view;
  });

  implement(app, updateSavedView, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const view = await changeView(ctx, actor, { id: params.id, version, changes: body });
    setHeader('ETag', etagOf(view));
    return view;
  });

  implement(app, deleteSavedView, async ({ ctx, actor, params, header }) => {
    await removeView(ctx, actor, { id: params.id, version: versionFrom(header('If-Match')) });
    return undefined;
  });
}
