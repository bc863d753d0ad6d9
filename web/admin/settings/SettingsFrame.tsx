import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { type Capability, can } from '#domain/accounts/access.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { PATHS } from '#web/paths.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';

/** The tabs of the settings, in order. `needs`: what an account must be allowed to do to see the tab. */
const TABS: readonly { path: string; label: string; needs?: Capability }[] = [
  { path: PATHS.adminSettings, label: 'Account' },
  { path: PATHS.adminBusiness, label: 'Business', needs: 'catalog:write' },
  { path: PATHS.adminCatalog, label: 'Catalog', needs: 'catalog:write' },
  { path: PATHS.adminPrices, label: 'Prices', needs: 'catalog:write' },
  { path: PATHS.adminExtras, label: 'Extras', needs: 'catalog:write' },
  { path: PATHS.adminArea, label: 'Area', needs: 'catalog:write' },
  { path: PATHS.adminTax, label: 'Tax', needs: 'catalog:write' },
  { path: PATHS.adminCalendar, label: 'Calendar', needs: 'catalog:write' },
  { path: PATHS.adminPolicy, label: 'Policy and terms', needs: 'catalog:write' },
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
  const tabs = TABS.filter(({ needs }) => !needs || (role !== null && can(role, needs)));
  return (
    <div className="space-y-5">
      <PageHeading title={title}>{text}</PageHeading>
      {tabs.length > 1 && (
        <nav aria-label="Settings" className="overflow-x-auto border-line border-b">
          <ul className="flex gap-1">
            {tabs.map(({ path, label }) => {
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
