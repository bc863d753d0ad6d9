import { useQuery } from '@tanstack/react-query';
import type { Today, TodayCount } from '#contract/today.ts';
import { todayQuery } from '#web/api/today.ts';
import { PATHS } from '#web/paths.ts';
import { useIdle } from '#web/ui/browser/idle.ts';

export type MenuBadge = { count: TodayCount; text: string };

/** What waits for staff, by the path of the menu's entry. Read after the page, whose own calls come first. */
export function useMenuBadges(): Readonly<Record<string, MenuBadge>> {
  const isIdle = useIdle();
  const { data } = useQuery({ ...todayQuery, enabled: isIdle, refetchOnMount: false });
  return data ? badgesOf(data) : {};
}

function badgesOf({ bookings, transactions, failedNotifications }: Today): Record<string, MenuBadge> {
  const { attention } = bookings;
  const failed = sumOf([transactions.disputes, transactions.failed_refunds]);
  const badges = {
    [PATHS.adminBookings]: { count: attention, text: `${attention} need attention` },
    [PATHS.adminTransactions]: { count: failed, text: `${failed} disputes or failed refunds` },
    [PATHS.adminSettings]: {
      count: failedNotifications,
      text: `${failedNotifications} notifications failed`,
    },
  };
  return Object.fromEntries(Object.entries(badges).filter(([, { count }]) => count !== 0));
}

function sumOf(counts: readonly TodayCount[]): TodayCount {
  const exact = counts.filter((count) => typeof count === 'number');
  return exact.length < counts.length ? '1000+' : exact.reduce((sum, count) => sum + count, 0);
}
