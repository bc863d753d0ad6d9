import type { Stale } from '#web/form/versioned/use-versioned-save.ts';
import { Notice } from '#web/ui/Notice.tsx';

/** Says who saved a section of the draft in between. The input of the form is kept. */
export function StaleSection({ stale }: { stale: Stale }) {
  const who = stale.changedByName ?? stale.changedBy ?? 'Another person';
  return (
    <Notice variant="attention" role="alert">
      <p className="wrap-anywhere font-semibold">{who} changed this section of the draft.</p>
      <p className="text-sm">
        Nothing of yours is saved yet. Save again to replace the newer values, or discard your input to see
        them.
      </p>
    </Notice>
  );
}
