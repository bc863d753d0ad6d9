import { type FormEvent, useState } from 'react';
import type { BlockingStop } from '#contract/dispatch.ts';
import { can } from '#domain/accounts/access.ts';
import { findBoardConflict, usePublishRoute } from '#web/api/dispatch.ts';
import { useTabSession } from '#web/api/session.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';

type Props = {
  day: string;
  routeId: number;
  driver: string;
  blocking: readonly BlockingStop[];
  onClose: () => void;
};

/** Names the stops that cannot be made. Staff with dispatch:override publish the route all the same, with a reason. */
export function ImpossibleStopsDialog({ day, routeId, driver, blocking: shown, onClose }: Props) {
  const { sessionState } = useTabSession();
  const publishing = usePublishRoute(day);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  // A refusal names the stops that cannot be made by now.
  const blocking = findBoardConflict(publishing.error)?.blocking ?? shown;
  const title = `Publish the route of ${driver}?`;
  if (sessionState.status !== 'signedIn' || !can(sessionState.role, 'dispatch:override')) {
    return (
      <Dialog
        title="The route cannot be published"
        layout="wide"
        onClose={onClose}
        footer={<CloseFooter onClose={onClose} />}
      >
        <BlockingStops blocking={blocking} />
        <p className="mt-4 text-ink-soft text-sm">
          Change the route first. An administrator can publish it all the same.
        </p>
      </Dialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError('Enter the reason');
    const stopIds = blocking.flatMap(({ stopId }) => stopId ?? []);
    const override = { reason: reason.trim(), stopIds };
    publishing.mutate({ routeId, override }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={title}
      submitText="Publish anyway"
      pendingText="Publishing..."
      isPending={publishing.isPending}
      isDirty={reason !== ''}
      error={publishing.error && failureText('The route could not be published.', publishing.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <BlockingStops blocking={blocking} />
      <TextField
        name="reason"
        label="Why it is published all the same"
        hint="Kept in the history of the route."
        maxLength={500}
        value={reason}
        error={error}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

function BlockingStops({ blocking }: { blocking: readonly BlockingStop[] }) {
  return (
    <div className="mt-4 text-sm">
      <p>{blocking.length === 1 ? 'This stop cannot be made:' : 'These stops cannot be made:'}</p>
      <ul className="mt-2 list-disc space-y-2 pl-5">
        {blocking.map(({ stopId, stop, text }) => (
          <li key={`${stopId} ${stop}`}>
            <bdi className="font-semibold first-letter:uppercase">{stop}</bdi>: <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
