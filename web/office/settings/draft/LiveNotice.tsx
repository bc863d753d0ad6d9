import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { publicVersionQuery } from '#web/api/catalog-publish.ts';
import { site } from '#web/config.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';

const CHECK_MS = 5000;
/** After this time something holds the new version back: staff look at the notifications. */
const LATE_MS = 3 * 60_000;

/** Asks the public page until it shows a version, and says since when it is live. */
export function LiveNotice({ version }: { version: number }) {
  const [begun] = useState(Date.now);
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...publicVersionQuery(version),
    refetchInterval: ({ state }) => (state.data?.isLive ? false : CHECK_MS),
  });
  if (data?.isLive)
    return (
      <Notice variant="quiet" role="status">
        Version {version} is live since {clock(dataUpdatedAt)}.
      </Notice>
    );
  const isLate = Math.max(dataUpdatedAt, errorUpdatedAt) - begun > LATE_MS;
  return (
    <Notice variant={isLate ? 'attention' : 'quiet'} role="status">
      {isLate
        ? `The public page does not show version ${version} yet. It keeps the previous version until the update succeeds; look at the notifications for the reason.`
        : `Version ${version} is published. Waiting for the public page to show it...`}
    </Notice>
  );
}

/** '12:03:21 PM' on the business's clock. */
function clock(ms: number): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone: site.timeZone }).format(ms);
}
