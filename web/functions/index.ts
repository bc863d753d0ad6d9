import { BUILD, renderFirstStep } from '#edge/render.js';
import { makeDocument } from '#web/edge/document.ts';
import { type EdgeEnv, findCatalog } from '#web/edge/sources.ts';

const document = makeDocument({
  path: '/',
  find: findCatalog,
  render: renderFirstStep,
  build: BUILD,
});

/** The public page with the published catalog. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
