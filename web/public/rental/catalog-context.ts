import { createContext, useContext } from 'react';
import type { PublicCatalog } from '#contract/public-catalog.ts';

/** The catalog that the page shows. It comes from the document, or from the server after a change. */
export const CatalogContext = createContext<PublicCatalog | null>(null);

/** Throws outside of a CatalogContext. */
export function useCatalog(): PublicCatalog {
  const catalog = useContext(CatalogContext);
  if (!catalog) throw new Error('No catalog: render this inside a CatalogContext');
  return catalog;
}
