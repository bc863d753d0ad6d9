import type { Client } from '#contract/clients.ts';
import { useSeparateClient } from '#web/api/clients.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { keyText } from './words.ts';

type Props = { client: Client; mergedKey: string; onClose: () => void };

/** Makes the bookings of a merged address or number a client of their own again. */
export function SeparateDialog({ client, mergedKey, onClose }: Props) {
  const key = keyText(mergedKey);
  return (
    <MutationDialog
      title="Separate these clients?"
      confirmText="Separate the clients"
      pendingText="Separating..."
      mutation={useSeparateClient()}
      target={{ key: client.key, otherKey: mergedKey }}
      done={{ title: 'Clients Separated', text: `The bookings with ${key} are a client of their own again.` }}
      failed="The clients could not be separated."
      onClose={onClose}
    >
      The bookings with <Named>{key}</Named> leave <Named>{customerFullName(client)}</Named> and are a client
      of their own again. The bookings themselves are not changed.
    </MutationDialog>
  );
}
