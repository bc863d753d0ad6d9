import { type ComponentType, lazy, Suspense } from 'react';
import { useFirstScreenDone } from '#web/api/first-screen.ts';
import { rowButtonClass } from '#web/kit/table/RowButton.tsx';
import type { ViewsMenuProps } from './ViewsMenu.tsx';

/** Without its script the list works without views. */
const ViewsMenu = lazy(async () => {
  const loaded = await import('./ViewsMenu.tsx').catch(() => null);
  return { default: loaded?.ViewsMenu ?? ((() => null) as ComponentType<ViewsMenuProps>) };
});

/** The menu of a list's saved views, loaded after the list. Until then its place is kept. */
export function ViewsButton(props: ViewsMenuProps) {
  const place = (
    <span aria-hidden="true" className={rowButtonClass('invisible w-24')}>
      Views
    </span>
  );
  if (!useFirstScreenDone()) return place;
  return (
    <Suspense fallback={place}>
      <ViewsMenu {...props} />
    </Suspense>
  );
}
