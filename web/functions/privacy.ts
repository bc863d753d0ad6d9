import { BUILD, renderLegal } from '#edge/render.js';
import { makeLegalDocument } from '#web/edge/legal.ts';
import type { EdgeEnv } from '#web/edge/sources.ts';

const document = makeLegalDocument('privacy', {
  render: (facts) => renderLegal(facts, 'privacy'),
  build: BUILD,
});

/** The privacy policy: the current version, or the one that a link names. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
