import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { Folded } from '#web/kit/ui/Folded.tsx';

export type Difference = { section: CatalogSection; text: string };

/** Differences between two versions of the catalog in words, by section. Long lists are folded. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <div className="space-y-4">
      {listChangedSections(differences).map((section) => (
        <section key={section} aria-label={SECTION_LABELS[section]}>
          <h3 className="font-semibold">{SECTION_LABELS[section]}</h3>
          <DifferenceLines differences={differences} section={section} />
        </section>
      ))}
    </div>
  );
}

/** The differences of one section. */
export function DifferenceLines({
  differences,
  section,
}: { differences: readonly Difference[] } & Pick<Difference, 'section'>) {
  return (
    <Folded items={differences.filter((one) => one.section === section)}>
      {(shown) => (
        <ul className="mt-1 list-disc space-y-1 pl-5 text-sm">
          {shown.map(({ text }, index) => (
            // Two differences can have the same words, and the list never changes its order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} dir="auto" className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

export function listChangedSections(differences: readonly Difference[]): CatalogSection[] {
  return [...new Set(differences.map(({ section }) => section))];
}
