import { BUILD, renderFrame } from '#edge/render.js';
import { makeDocument } from '#web/edge/document.ts';
import { type EdgeEnv, findBusiness } from '#web/edge/sources.ts';

const document = makeDocument({
  path: '/payment-success',
  find: findBusiness,
  render: (facts) => renderFrame(facts, 'Your payment'),
  build: BUILD,
  isCached: false,
});

/** The page after a payment, with the name, phone and color of the business. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
