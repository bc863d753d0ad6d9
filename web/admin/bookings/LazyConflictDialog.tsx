import { lazy, Suspense } from 'react';
import type { OvertakenProps } from './Overtaken.tsx';

const Dialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }));

/** Conflicts are rare: the script comes with the first one. */
export function LazyConflictDialog<Wanted extends object>(props: OvertakenProps<Wanted>) {
  return (
    <Suspense>
      <Dialog {...(props as unknown as OvertakenProps<object>)} />
    </Suspense>
  );
}
