import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureWords } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Done = { title: string; text: string };
type Props<Target, Result> = {
  title: string;
  children: ReactNode;
  confirmText: string;
  pendingText: string;
  act: UseMutationResult<Result, Error, Target>;
  /** What the act is done to. */
  target: Target;
  /** The toast once it is done; a function where it depends on the result. */
  done: Done | ((result: Result) => Done);
  /** What is told when it failed and the server gives no reason. */
  failed: string;
  onClose: () => void;
};

/** Asks, does it, tells how it went and closes. A failure keeps the dialog open, for another try. */
export function MutationDialog<Target, Result>({
  act,
  target,
  done,
  failed,
  onClose,
  ...asking
}: Props<Target, Result>) {
  const confirm = () =>
    act.mutate(target, {
      onSuccess: (result) => {
        toast({ ...(typeof done === 'function' ? done(result) : done), variant: 'plain' });
        onClose();
      },
      onError: (error) =>
        toast({ title: 'Error', text: failureWords(error, failed), variant: 'destructive' }),
    });
  return (
    <ConfirmDialog
      {...asking}
      isPending={act.isPending}
      error={act.error && failureWords(act.error, failed)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** Whom or what a dialog is about, in its sentence. */
export function Named({ children }: { children: string }) {
  return (
    <strong className="wrap-anywhere text-ink">
      <bdi>{children}</bdi>
    </strong>
  );
}
