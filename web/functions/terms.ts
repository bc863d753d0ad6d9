import { BUILD, renderLegal } from '#edge/render.js';
import { makeLegalDocument } from '#web/edge/legal.ts';
import type { EdgeEnv } from '#web/edge/sources.ts';

const document = makeLegalDocument('terms', {
  render: (facts) => renderLegal(facts, 'terms'),
  build: BUILD,
});

/** The terms of service: the current version, or the one that a customer accepted. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
