import { useEffect, useState } from 'react';
import { findHolds, type Held } from '#web/booking/hold/held.ts';
import { VISIT_KEYS } from '#web/ui/browser/visit.ts';

/** What this customer holds, also when another tab changes it. */
export function useHolds(): readonly Held[] {
  const [holds, setHolds] = useState(findHolds);
  useEffect(() => {
    const update = ({ key }: StorageEvent) => {
      // Null: all of the storage was cleared.
      if (key === VISIT_KEYS.held || key === null) setHolds(findHolds());
    };
    window.addEventListener('storage', update);
    return () => window.removeEventListener('storage', update);
  }, []);
  return holds;
}
