import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { CatalogContext } from '#web/public/rental/catalog-context.ts';
import { FIRST_CATALOG } from './samples.ts';

type Props = { catalog?: PublicCatalog; children: ReactNode };

/** What a part of the booking page needs around it. */
export function BookingProvider({ catalog = FIRST_CATALOG, children }: Props) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <CatalogContext value={catalog}>{children}</CatalogContext>
    </QueryClientProvider>
  );
}
