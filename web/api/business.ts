import { queryOptions } from '@tanstack/react-query';
import {
  type BookingPauseView,
  type BusinessProfileView,
  getBusiness,
  getPause,
} from '#contract/business.ts';
import { callWithEtag } from '#web/api/call.ts';
import { showBusiness, site } from '#web/config.ts';
import { deviceStorage } from '#web/kit/ui/browser/storage.ts';
import { showAccent } from '#web/kit/ui/theme/show-accent.ts';

/** There is one profile and one pause; the forms identify what they edit by an id. */
export type EditedProfile = BusinessProfileView & { id: 1 };
export type EditedPause = BookingPauseView & { id: 1 };
const PAUSE_REFRESH_MS = 60_000;

export const businessQuery = queryOptions({
  queryKey: [getBusiness.name, 1],
  queryFn: async ({ signal }) => shownProfile(await callWithEtag(getBusiness, { signal })),
  refetchOnMount: 'always',
});

/** Read again every minute: every page of the office says when booking is paused. */
export const pauseQuery = queryOptions({
  queryKey: [getPause.name, 1],
  queryFn: async ({ signal }) => edited(await callWithEtag(getPause, { signal })),
  staleTime: PAUSE_REFRESH_MS,
  refetchInterval: PAUSE_REFRESH_MS,
});

/** The office is built with the name of [vars]; from now on it shows name, logo and color of the profile. */
export function shownProfile(read: { value: BusinessProfileView; etag: string | null }) {
  showProfile(read.value);
  const { yardAddress: _, ...known } = read.value;
  deviceStorage.set(KNOWN_PROFILE, JSON.stringify(known));
  return edited(read);
}

function showProfile(business: Omit<BusinessProfileView, 'yardAddress'>): void {
  showBusiness({ business, timeZone: site.timeZone });
  showAccent(business.accent);
}

const KNOWN_PROFILE = 'admin-business';

/** Shows the profile as this device read it last, so that name, logo and color do not change while the office loads. */
export function showKnownProfile(): void {
  try {
    const known = JSON.parse(deviceStorage.get(KNOWN_PROFILE) ?? 'null');
    if (known) showProfile(known);
  } catch {
    // The profile itself follows.
  }
}

export function edited<T>({ value, etag }: { value: T; etag: string | null }) {
  return { value: { ...value, id: 1 as const }, etag };
}
