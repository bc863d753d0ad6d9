import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Today, TodayCount } from '#contract/today.ts';
import { todayQuery } from '#web/api/today.ts';
import { PATHS } from '#web/paths.ts';

export type MenuBadge = { count: TodayCount; text: string };

export type MenuBadges = Readonly<Record<string, MenuBadge>>;

/** Reads what waits for staff, by the path of the menu's entry, and tells it. Shows nothing itself. */
export function MenuBadgesReader({ onRead }: { onRead: (badges: MenuBadges) => void }) {
  const { data } = useQuery({ ...todayQuery, refetchOnMount: false });
  useEffect(() => {
    if (data) onRead(badgesOf(data));
  }, [data, onRead]);
  return null;
}

function badgesOf({
  bookings,
  transactions,
  failedNotifications,
  fromDrivers,
}: Today): Record<string, MenuBadge> {
  const { attention } = bookings;
  const failed = sumCounts([transactions.disputes, transactions.failed_refunds]);
  const badges = {
    [PATHS.adminBookings]: { count: attention, text: `${attention} need attention` },
    [PATHS.adminDispatch]: { count: fromDrivers, text: `${fromDrivers} records of drivers to decide` },
    [PATHS.adminTransactions]: { count: failed, text: `${failed} disputes or failed refunds` },
    [PATHS.adminSettings]: {
      count: failedNotifications,
      text: `${failedNotifications} notifications failed`,
    },
  };
  return Object.fromEntries(Object.entries(badges).filter(([, { count }]) => count !== 0));
}

function sumCounts(counts: readonly TodayCount[]): TodayCount {
  const exact = counts.filter((count) => typeof count === 'number');
  return exact.length < counts.length ? '1000+' : exact.reduce((sum, count) => sum + count, 0);
}
