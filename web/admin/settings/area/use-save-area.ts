import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceArea } from '#domain/catalog/rate-card.ts';
import { catalogDraftQuery, useSaveSection } from '#web/api/catalog-draft.ts';
import { reasonText, toastFailure } from '#web/form/failure.ts';
import { staleOf } from '#web/form/versioned/use-versioned-save.ts';

const FAILED = 'The service area could not be saved.';

/**
 * Saves the area under the version on the screen. Returns whether it was saved. When a colleague saved in between, the
 * newer area is loaded and `failure` says who it was; saving again applies the change on top of it.
 */
export function useSaveArea(etag: string) {
  const client = useQueryClient();
  const saving = useSaveSection('area');
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (value: ServiceArea): Promise<boolean> => {
    try {
      await saving.mutateAsync({ value, etag });
      setFailure(null);
      return true;
    } catch (error) {
      const stale = staleOf(error);
      if (stale) await client.fetchQuery({ ...catalogDraftQuery(), staleTime: 0 });
      setFailure(
        stale ? staleText(stale.changedByName ?? stale.changedBy) : `${FAILED} ${reasonText(error)}`,
      );
      toastFailure(FAILED, error);
      return false;
    }
  };
  return { save, failure, isPending: saving.isPending };
}

function staleText(name: string | null): string {
  return `${name ?? 'Another person'} changed the service area. The newer zones are loaded and your input is kept: save again to apply it.`;
}
