import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { bulkActionTitle, bulkCountText } from '#domain/rental/bulk-actions.ts';
import { bulkActionsQuery, useMarkBulkActionsSeen } from '#web/api/bulk-actions.ts';
import { bulkResultAddress } from '#web/paths.ts';
import type { BellSource } from './bell-source.ts';

/** The user's actions on many bookings: running ones and results. */
export function useBulkResults(): BellSource {
  const { data = [] } = useQuery(bulkActionsQuery);
  const location = useLocation();
  const seen = useMarkBulkActionsSeen();
  const unseen = data.filter(({ finishedAt, seenAt }) => finishedAt !== null && seenAt === null);
  return {
    items: data.map((action) => ({
      key: `bulk-${action.id}`,
      title: bulkActionTitle(action),
      text: bulkCountText(action.counts),
      at: action.finishedAt ?? action.createdAt,
      to: bulkResultAddress(action.id, location),
      isNew: unseen.includes(action),
      isFailure: action.finishedAt !== null && action.counts.failed > 0,
    })),
    markSeen: () => {
      if (unseen.length > 0) seen.mutate(unseen.map(({ id }) => id));
    },
  };
}
