import { answerPreview } from '#web/edge/preview.ts';
import type { EdgeEnv } from '#web/edge/sources.ts';

/** The preview of the draft. */
export const onRequest: PagesFunction<EdgeEnv> = (call) => answerPreview(call);
