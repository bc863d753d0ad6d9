import { type ComponentProps, lazy, Suspense } from 'react';
import type { MoveDialog } from './MoveDialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

/** Few open it: its script comes when they do. */
export function LazyMoveDialog(props: ComponentProps<typeof MoveDialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
