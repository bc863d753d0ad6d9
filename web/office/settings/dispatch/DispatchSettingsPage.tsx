import { useLocation } from 'react-router';
import { NotFoundCard } from '#web/kit/ui/page/NotFoundCard.tsx';
import { DISPATCH_PATHS, PATHS } from '#web/paths.ts';
import { SitesPage } from './SitesPage.tsx';
import { TimesPage } from './TimesPage.tsx';
import { TrucksPage } from './TrucksPage.tsx';

/** Trucks, sites or times, by the address: one entry in the list of pages, which every page of the office loads. */
export default function DispatchSettingsPage() {
  const path = useLocation().pathname.replace(/\/$/, '');
  if (path === DISPATCH_PATHS.trucks) return <TrucksPage />;
  if (path === DISPATCH_PATHS.sites) return <SitesPage />;
  if (path === DISPATCH_PATHS.times) return <TimesPage />;
  return <NotFoundCard backTo={PATHS.adminSettings} backText="Go to Settings" />;
}
