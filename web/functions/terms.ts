import { BUILD, renderLegal } from '#edge/render.js';
import { makeDocument } from '#web/edge/document.ts';
import { type EdgeEnv, findLegal } from '#web/edge/sources.ts';

const document = makeDocument({
  path: '/terms',
  find: (env) => findLegal(env, 'terms'),
  render: (facts) => renderLegal(facts, 'terms'),
  build: BUILD,
});

/** The current terms of service. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
