import type * as declinedZips from '#contract/declined-zips.ts';
import { DECLINED_DAYS, MAX_DECLINED_ZIPS } from '#contract/declined-zips.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const declinedZipsDocs: DocsOf<typeof declinedZips> = {
  listDeclinedZips: {
    summary: `Lists the ZIP codes that customers entered in the last ${DECLINED_DAYS} days and that were not served, most often first; at most ${MAX_DECLINED_ZIPS}.`,
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
