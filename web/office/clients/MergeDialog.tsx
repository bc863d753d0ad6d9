import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { errorText } from '#web/api/call.ts';
import { clientQuery, useMergeClients } from '#web/api/clients.ts';
import { ClientSearch } from '#web/kit/form/ClientSearch.tsx';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { RecentBookings } from './RecentBookings.tsx';
import { bookingsText, keyText } from './words.ts';

type Props = { client: Client; onClose: () => void };

/** Finds the other client, shows both, and merges one into the one whose address or number is kept. */
export function MergeDialog({ client, onClose }: Props) {
  const [picked, setPicked] = useState<Client | null>(null);
  const now = [
    useQuery(clientQuery(client.key)).data,
    useQuery({ ...clientQuery(picked?.key ?? ''), enabled: picked !== null }).data,
  ];
  // Newer figures than the list has, but not another client: a key can be merged while the dialog is open.
  const [opened, other] = [client, picked].map((each, index) => {
    const found = now[index];
    return each && found?.key === each.key ? found : each;
  }) as [Client, Client | null];
  const gone = [client, picked].find((each, index) => each && now[index] && now[index].key !== each.key);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const merge = useMergeClients();
  const both = other && [opened, other];
  // An e-mail address is kept rather than a phone number.
  const usual = other?.key.includes('@') && !opened.key.includes('@') ? other : opened;
  const kept = both?.find(({ key }) => key === chosenKey) ?? usual;
  const merged = both?.find(({ key }) => key !== kept.key);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!merged) return setMissing(true);
    merge.mutate(
      { key: kept.key, otherKey: merged.key },
      {
        onSuccess: (result) => {
          toast({
            title: 'Clients Merged',
            text: `${customerFullName(result)} has ${bookingsText(result.totalBookings)} now.`,
            variant: 'plain',
          });
          onClose();
        },
      },
    );
  };
  const failure = merge.error && errorText(merge.error, 'The clients could not be merged.');
  return (
    <FormDialog
      title={
        <>
          Merge <bdi>{customerFullName(opened)}</bdi> with another client
        </>
      }
      text="For one person who booked under two addresses or numbers. Bookings are shown together and are not changed. You can separate the clients again."
      submitText="Merge the clients"
      pendingText="Merging..."
      isPending={merge.isPending}
      isDirty={picked !== null}
      error={failure ?? (isMissing && !picked ? 'Find the other client first.' : null)}
      onSubmit={submit}
      onClose={onClose}
    >
      {both && merged ? (
        <>
          <Choice
            clients={both}
            keptKey={kept.key}
            onKeep={setChosenKey}
            onBack={() => {
              setPicked(null);
              setChosenKey(null);
              merge.reset();
            }}
          />
          <Result kept={kept} merged={merged} />
          {gone && !merge.isPending && !merge.isSuccess && (
            <Notice variant="attention" role="status">
              Another user has merged <bdi>{keyText(gone.key)}</bdi> with a client just now. Close this and
              check the clients first.
            </Notice>
          )}
        </>
      ) : (
        <ClientSearch
          label="Find the other client"
          noun="client"
          takesFocus
          except={client.key}
          onPick={setPicked}
        />
      )}
    </FormDialog>
  );
}

type ChoiceProps = {
  clients: Client[];
  keptKey: string;
  onKeep: (key: string) => void;
  onBack: () => void;
};

/** Both clients, and which of their keys is kept. */
function Choice({ clients, keptKey, onKeep, onBack }: ChoiceProps) {
  const id = useId();
  const choices = useRef<HTMLFieldSetElement>(null);
  useEffect(() => choices.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  return (
    <fieldset ref={choices}>
      <legend className="mb-1.5 font-semibold text-sm">Which address or number is kept?</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {clients.map((each) => (
          <div
            key={each.key}
            className="min-w-0 rounded-md border border-line p-3 text-sm has-checked:border-brand has-checked:bg-brand-soft"
          >
            <label className="touch flex cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="kept"
                value={each.key}
                checked={each.key === keptKey}
                onChange={() => onKeep(each.key)}
                aria-describedby={`${id}-${each.key}`}
                className="size-5 shrink-0 accent-brand"
              />
              <bdi className="wrap-anywhere min-w-0 flex-1 font-semibold">{keyText(each.key)}</bdi>
            </label>
            <p id={`${id}-${each.key}`} className="wrap-anywhere text-ink-soft">
              <bdi>{customerFullName(each)}</bdi>
              {each.phoneDisplay !== keyText(each.key) && `, ${each.phoneDisplay}`},{' '}
              {bookingsText(each.totalBookings)}
            </p>
            <RecentBookings clientKey={each.key} count={each.totalBookings} />
          </div>
        ))}
      </div>
      <Button variant="quiet" className="mt-2 text-sm" onClick={onBack}>
        Choose another client
      </Button>
    </fieldset>
  );
}

/** The client that the merge makes. */
function Result({ kept, merged }: { kept: Client; merged: Client }) {
  const [a, b] = [kept.lastBooking, merged.lastBooking];
  const isMergedLatest = a.deliveryDate === b.deliveryDate ? b.id > a.id : b.deliveryDate > a.deliveryDate;
  return (
    <p className="wrap-anywhere text-sm">
      The client keeps <bdi className="font-semibold">{keyText(kept.key)}</bdi>, has the name of the latest
      booking, <bdi className="font-semibold">{customerFullName(isMergedLatest ? merged : kept)}</bdi>, and{' '}
      {bookingsText(kept.totalBookings + merged.totalBookings)}. Later bookings with{' '}
      <bdi>{keyText(merged.key)}</bdi> belong to it, too.
    </p>
  );
}
