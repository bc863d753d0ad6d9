import { BUILD, renderFrame } from '#edge/render.js';
import { makeDocument } from '#web/edge/document.ts';
import { type EdgeEnv, findBusiness } from '#web/edge/sources.ts';

const document = makeDocument({
  path: '/pay',
  find: findBusiness,
  render: (facts) => renderFrame(facts, 'Your payment'),
  build: BUILD,
  isCached: false,
});

/** A payment link's page, with the name, phone and color of the business. Its address is a secret. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
