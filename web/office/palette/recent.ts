import * as z from 'zod/mini';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { USER_VALUES } from '#web/kit/ui/browser/user-values.ts';

const recentItem = z.object({ to: z.string(), label: z.string() });
/** A place that was opened: its address and what it is called. */
export type RecentItem = z.output<typeof recentItem>;

const KEY = USER_VALUES.recent;
const MAX_ITEMS = 8;

/** Of this tab, the latest first. The session's end removes them. */
export function listRecent(): RecentItem[] {
  try {
    const parsed = z.safeParse(z.array(recentItem), JSON.parse(tabStorage.get(KEY) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** A longer label of the same place stays: the palette knows the customer's name, the address does not. */
export function rememberRecent(item: RecentItem): void {
  const before = listRecent();
  const known = before.find(({ to }) => to === item.to);
  const label = known && known.label.length > item.label.length ? known.label : item.label;
  const others = before.filter(({ to }) => to !== item.to);
  tabStorage.set(KEY, JSON.stringify([{ ...item, label }, ...others].slice(0, MAX_ITEMS)));
}
