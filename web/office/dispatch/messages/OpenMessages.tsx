import type { Board } from '#contract/dispatch.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { useOpenMessages } from './open-messages.ts';

const MessagesDialog = lazyDialog(async () => (await import('./MessagesDialog.tsx')).MessagesDialog);

/** The messages of the route that the address names. */
export function OpenMessages({ board, mayWrite }: { board: Board; mayWrite: boolean }) {
  const { routeId, open } = useOpenMessages();
  const route = board.routes.find(({ id }) => id === routeId);
  if (!route) return null;
  return <MessagesDialog key={route.id} route={route} mayWrite={mayWrite} onClose={() => open(null)} />;
}
