import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#web/api/call.ts';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

type Done = { title: string; text: string };
type Props<Target, Result> = {
  title: string;
  children: ReactNode;
  confirmText: string;
  pendingText: string;
  mutation: UseMutationResult<Result, Error, Target>;
  /** The input of the mutation. */
  target: Target;
  /** The toast after success; a function if it depends on the result. */
  done: Done | ((result: Result) => Done);
  /** Shown if the request fails and the server gives no reason. */
  failed: string;
  onClose: () => void;
};

/** Asks for confirmation, runs a mutation and shows the result. After a failure the dialog stays open. */
export function MutationDialog<Target, Result>({
  mutation,
  target,
  done,
  failed,
  onClose,
  ...asking
}: Props<Target, Result>) {
  const confirm = () =>
    mutation.mutate(target, {
      onSuccess: (result) => {
        toast({ ...(typeof done === 'function' ? done(result) : done), variant: 'plain' });
        onClose();
      },
      onError: (error) => toastErrorText(error, failed),
    });
  return (
    <ConfirmDialog
      {...asking}
      isPending={mutation.isPending}
      error={mutation.error && errorText(mutation.error, failed)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** The name of the record in a dialog's text. */
export function Named({ children }: { children: string }) {
  return (
    <strong className="wrap-anywhere text-ink">
      <bdi>{children}</bdi>
    </strong>
  );
}
