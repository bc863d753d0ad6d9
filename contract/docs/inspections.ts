import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as inspections from '#contract/inspections.ts';

export const inspectionsDocs: DocsOf<typeof inspections> = {
  listInspections: {
    summary:
      'Lists the vehicle inspections of the routes of a day, in the order in which they were done. isOn: the firm asks drivers for them.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
  signOffInspection: {
    summary:
      'Certifies that the defects of an inspection were repaired, or need no repair. Stored once: 409 conflict if it was signed off already, or has no defect.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 3,
  },
};
