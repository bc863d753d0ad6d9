import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { Tabs } from '#web/kit/ui/Tabs.tsx';
import { DraftPage } from '#web/office/settings/DraftPage.tsx';
import { EntryList } from '#web/office/settings/entries/EntryList.tsx';
import { unsavedSections } from '#web/office/settings/section/stored-input.ts';
import { MATERIALS } from './materials.tsx';
import { PROJECTS } from './projects.tsx';
import { RENTALS } from './rentals.tsx';
import { SIZES } from './sizes.tsx';

const LISTS = ['sizes', 'rentals', 'materials', 'projects'] as const;
type ListName = (typeof LISTS)[number];

/** The list of a section, where a dialog was open before a reload. */
const LIST_OF_SECTION: Partial<Record<CatalogSection, ListName>> = {
  dumpsterSizes: 'sizes',
  rentalOptions: 'rentals',
  materials: 'materials',
  projectPresets: 'projects',
};

export default function CatalogPage() {
  const [search, setSearch] = useSearchParams();
  const asked = LISTS.find((name) => name === search.get('list'));
  const [stored] = useState(() => unsavedSections().flatMap((section) => LIST_OF_SECTION[section] ?? []));
  const current = asked ?? stored[0] ?? 'sizes';
  return (
    <DraftPage
      subject="The catalog"
      title="Catalog"
      text="What customers can choose: sizes, rental periods, materials and projects."
    >
      {(draft) => (
        <Tabs
          label="Lists of the catalog"
          tabs={[
            { name: 'sizes', label: 'Sizes' },
            { name: 'rentals', label: 'Rentals' },
            { name: 'materials', label: 'Materials' },
            { name: 'projects', label: 'Projects' },
          ]}
          current={current}
          onPick={(list) => setSearch({ list }, { replace: true })}
        >
          {current === 'sizes' && (
            <EntryList kind={SIZES} draft={draft}>
              <p>Customers see them in this order, drawn to scale from their measures.</p>
            </EntryList>
          )}
          {current === 'rentals' && (
            <EntryList kind={RENTALS} draft={draft}>
              <p>
                The first thing customers choose, in this order. The days of a period are fixed once it is
                booked.
              </p>
            </EntryList>
          )}
          {current === 'materials' && (
            <EntryList kind={MATERIALS} draft={draft}>
              <p>With one material, customers are not asked. Each material has prices of its own.</p>
            </EntryList>
          )}
          {current === 'projects' && (
            <EntryList kind={PROJECTS} draft={draft}>
              <p>
                Customers who press &lsquo;Help me choose&rsquo; pick a project or count items, and see which
                size fits.
              </p>
            </EntryList>
          )}
        </Tabs>
      )}
    </DraftPage>
  );
}
