import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as keptWindows from '#contract/kept-windows.ts';

export const keptWindowsDocs: DocsOf<typeof keptWindows> = {
  getKeptWindows: {
    summary:
      'Returns how often drivers arrived within the windows that customers were given, by week, driver and type of job. Default: the last four weeks. Windows that have not ended yet are left out. At most 366 days.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
