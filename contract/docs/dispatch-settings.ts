import type * as dispatchSettings from '#contract/dispatch-settings.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const dispatchSettingsDocs: DocsOf<typeof dispatchSettings> = {
  getDispatchSettings: {
    summary: 'Returns how routes are planned: times, and what drivers record at each type of stop.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  updateDispatchSettings: {
    summary:
      'Changes how routes are planned. Fields, and types of stops in them, that are left out stay. Stops that no driver has left for yet follow the new minutes, unless a dispatcher entered their own.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'stale'],
    crossings: 3,
  },
  listDispatchHistory: {
    summary:
      'Lists the latest 200 changes of the trucks, of the sites or of the dispatch settings, newest first.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
