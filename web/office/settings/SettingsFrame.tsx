import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { type Capability, can } from '#domain/accounts/access.ts';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { DISPATCH_PATHS, PATHS } from '#web/paths.ts';
import { unsavedSections } from './section/stored-input.ts';

type Tab = {
  path: string;
  label: string;
  /** What an account must be allowed to do to see the tab. */
  needs?: Capability;
  /** The sections of the draft that are edited in it. */
  sections?: readonly CatalogSection[];
};

/** The tabs of the settings, in order. */
const TABS: readonly Tab[] = [
  { path: PATHS.adminSettings, label: 'Account' },
  { path: PATHS.adminBusiness, label: 'Business', needs: 'catalog:write' },
  {
    path: PATHS.adminCatalog,
    label: 'Catalog',
    needs: 'catalog:write',
    sections: ['dumpsterSizes', 'rentalOptions', 'materials', 'projectPresets'],
  },
  { path: PATHS.adminPrices, label: 'Prices', needs: 'catalog:write', sections: ['rates'] },
  { path: PATHS.adminExtras, label: 'Extras', needs: 'catalog:write', sections: ['chargeItems'] },
  { path: PATHS.adminArea, label: 'Area', needs: 'catalog:write', sections: ['area'] },
  { path: PATHS.adminTax, label: 'Tax', needs: 'catalog:write', sections: ['taxRules'] },
  { path: PATHS.adminCalendar, label: 'Calendar', needs: 'catalog:write', sections: ['calendar'] },
  { path: PATHS.adminPolicy, label: 'Policy and terms', needs: 'catalog:write', sections: ['policy'] },
  { path: DISPATCH_PATHS.trucks, label: 'Trucks', needs: 'dispatch:write' },
  { path: DISPATCH_PATHS.sites, label: 'Sites', needs: 'dispatch:write' },
  { path: DISPATCH_PATHS.times, label: 'Dispatch times', needs: 'dispatch:write' },
];

type Props = { title: string; text: string; children: ReactNode };

/** The heading of a settings page and the links to the others. */
export function SettingsFrame({ title, text, children }: Props) {
  const { pathname } = useLocation();
  const { role } = useSignedInUser();
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the row of tabs is wider than the screen.
  useEffect(() => {
    // Chrome returns a promise, which is no cleanup.
    void current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, []);
  const unsaved = unsavedSections();
  const tabs = TABS.filter(({ needs }) => !needs || (role !== null && can(role, needs)));
  return (
    <div className="space-y-5">
      <PageHeading title={title}>{text}</PageHeading>
      {tabs.length > 1 && (
        <nav aria-label="Settings" className="relative overflow-x-auto border-line border-b">
          <ul className="flex gap-1">
            {tabs.map(({ path, label, sections = [] }) => {
              const isHere = path === pathname;
              return (
                <li key={path}>
                  <Link
                    ref={isHere ? current : null}
                    to={path}
                    aria-current={isHere ? 'page' : undefined}
                    className={`touch -mb-px inline-flex items-center whitespace-nowrap rounded-t-md border-b-4 px-4 font-semibold text-sm focus-visible:-outline-offset-3 ${
                      isHere
                        ? 'border-brand text-brand-strong'
                        : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink'
                    }`}
                  >
                    {label}
                    {!isHere && sections.some((section) => unsaved.includes(section)) && <UnsavedMark />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
      )}
      {children}
    </div>
  );
}

/** Marks a tab that was left with input which is not saved. The input is shown again when the tab is opened. */
function UnsavedMark() {
  return (
    <>
      <span aria-hidden="true" title="Unsaved input" className="ml-1.5 size-2 rounded-full bg-signal-line" />
      <span className="sr-only">, unsaved input</span>
    </>
  );
}
