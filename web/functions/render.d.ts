/** Built from web/build/edge-render.tsx (scripts/production/bundle.ts). */
declare module '#edge/render.js' {
  type Rendered = import('#web/edge/fill.ts').Rendered;
  type PublicCatalog = import('#contract/public-catalog.ts').PublicCatalog;
  type BusinessFacts = import('#web/edge/sources.ts').BusinessFacts;
  type LegalFacts = import('#web/edge/sources.ts').LegalFacts;
  export const BUILD: string;
  export const renderFirstStep: (catalog: PublicCatalog) => Rendered;
  export const renderFrame: (facts: BusinessFacts, title: string) => Rendered;
  export const renderLegal: (
    facts: LegalFacts,
    type: import('#domain/rental/terms.ts').LegalText,
  ) => Rendered;
}
