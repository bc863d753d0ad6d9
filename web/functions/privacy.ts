import { BUILD, renderLegal } from '#edge/render.js';
import { makeDocument } from '#web/edge/document.ts';
import { type EdgeEnv, findLegal } from '#web/edge/sources.ts';

const document = makeDocument({
  path: '/privacy',
  find: (env) => findLegal(env, 'privacy'),
  render: (facts) => renderLegal(facts, 'privacy'),
  build: BUILD,
});

/** The current privacy policy. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
