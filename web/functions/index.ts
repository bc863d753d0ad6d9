import { renderFirstStep } from '#edge/render.js';
import type { EdgeEnv } from '#web/edge/catalog-source.ts';
import { makeDocument } from '#web/edge/document.ts';

const document = makeDocument({ path: '/', render: renderFirstStep });

/** The public page with the published catalog. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => document(call);
