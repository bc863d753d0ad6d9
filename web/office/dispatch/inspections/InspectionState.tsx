import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardRoute } from '#contract/dispatch.ts';
import type { Inspection } from '#contract/inspections.ts';
import { inspectionsQuery } from '#web/api/inspections.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';

const InspectionDialog = lazyDialog(async () => (await import('./InspectionDialog.tsx')).InspectionDialog);

type Props = { route: BoardRoute; mayWrite: boolean };

/** The inspection of a published route's truck; nothing while the firm does not ask for it. */
export function InspectionState({ route, mayWrite }: Props) {
  const { data } = useQuery(inspectionsQuery(route.day));
  const [isOpen, setOpen] = useState(false);
  const done = data?.inspections.filter(({ routeId }) => routeId === route.id) ?? [];
  if (done.length === 0) {
    if (!data?.isOn || route.publishedAt === null) return null;
    return <p className="text-ink-soft text-xs">Truck not inspected yet</p>;
  }
  const { text, isOpenDefect } = stateOf(done);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`${text}: inspection of the truck of ${route.driver.name}`}
        className={`flex min-h-7 items-center gap-1 text-left text-xs underline max-md:min-h-11 pointer-coarse:min-h-11 ${isOpenDefect ? 'font-semibold text-danger' : 'text-ink-soft'}`}
      >
        {isOpenDefect && <Icon name="warning" className="size-3.5" />}
        {text}
      </button>
      {isOpen && <InspectionDialog route={route} mayWrite={mayWrite} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The most urgent of the inspections of a route. */
function stateOf(done: readonly Inspection[]): { text: string; isOpenDefect: boolean } {
  const open = done.filter(({ defects, repair }) => defects.length > 0 && repair === null);
  if (open.some(({ isSafe }) => !isSafe)) return { text: 'Truck is not safe to drive', isOpenDefect: true };
  const count = open.reduce((sum, { defects }) => sum + defects.length, 0);
  if (count > 0)
    return { text: count === 1 ? '1 truck defect' : `${count} truck defects`, isOpenDefect: true };
  const hasDefect = done.some(({ defects }) => defects.length > 0);
  return {
    text: hasDefect ? 'Truck defects signed off' : 'Truck inspected, no defects',
    isOpenDefect: false,
  };
}
