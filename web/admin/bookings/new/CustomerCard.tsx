import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Client } from '#contract/clients.ts';
import { US_STATES } from '#domain/us-states.ts';
import { clientMatchesQuery } from '#web/api/new-booking.ts';
import { CONTROL } from '#web/form/Field.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { TextField } from '#web/form/TextField.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Listbox, listboxAria, nextActive } from '#web/ui/Listbox.tsx';
import { customerFullName } from '#web/ui/names.ts';
import type { OrderCustomer } from './order-values.ts';
import type { Order } from './use-order.ts';

type Props = { order: Order; onPicked: () => void };

/** The customer and the address. A known client fills both. */
export function CustomerCard({ order, onPicked }: Props) {
  const { form, options } = order;
  const { register, formState } = form;
  const bind = (name: keyof OrderCustomer) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    autoComplete: 'off',
  });
  const pick = (client: Client) => {
    for (const [name, value] of Object.entries(customerOf(client)))
      form.setValue(name as keyof OrderCustomer, value, { shouldDirty: true });
    form.clearErrors();
    onPicked();
  };
  const place = options.data?.place ?? null;
  const zipHint = place === null ? '' : (place.message ?? place.zoneName ?? 'In the service area');
  return (
    <Card title="Customer">
      <ClientSearch takesFocus={order.values.firstName === ''} onPick={pick} />
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField {...bind('firstName')} label="First name" />
        <TextField {...bind('lastName')} label="Last name" />
        <TextField {...bind('phone')} label="Phone" type="tel" />
        <TextField {...bind('email')} label="E-mail" type="email" hint="Empty: no e-mail is sent." />
      </div>
      <div className="mt-4 grid gap-4 sm:grid-cols-6">
        <TextField {...bind('address')} label="Delivery address" className="sm:col-span-6" />
        <TextField
          {...bind('zip')}
          label="ZIP code"
          inputMode="numeric"
          hint={zipHint}
          className="sm:col-span-2"
        />
        <TextField {...bind('city')} label="City" className="sm:col-span-2" />
        <SelectField
          {...register('state')}
          label="State"
          error={formState.errors.state?.message}
          className="sm:col-span-2"
          options={[
            { value: '', label: 'Choose a state' },
            ...US_STATES.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </div>
      <details className="mt-4">
        <summary className="touch inline-flex cursor-pointer items-center py-2 font-semibold text-brand text-sm">
          Company, second phone
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <TextField {...bind('company')} label="Company (optional)" />
          <TextField {...bind('secondPhone')} label="Second phone (optional)" type="tel" />
        </div>
      </details>
    </Card>
  );
}

function customerOf({ email, ...client }: Client): OrderCustomer {
  const { firstName, lastName, phone, address, city, state, zip } = client;
  const known = { firstName, lastName, email: email ?? '', phone, address, city, state, zip };
  return { ...known, company: '', secondPhone: '' };
}

type SearchProps = { takesFocus: boolean; onPick: (client: Client) => void };

/** Finds known clients while staff type: arrow keys choose, Enter fills the form. */
function ClientSearch({ takesFocus, onPick }: SearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const focusFirst = useEffectEvent(() => takesFocus && input.current?.focus({ preventScroll: true }));
  // After the heading, which takes the focus of a new page.
  useEffect(() => void focusFirst(), []);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = text.trim();
  const { data, isFetching } = useQuery(clientMatchesQuery(search));
  const matches = search.length > 1 ? (data?.rows ?? []) : [];
  const chosen = Math.min(active, matches.length - 1);
  /** The text with which Enter was pressed before its clients were found. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const take = (client: Client) => {
    setText('');
    setAwaited(null);
    onPick(client);
  };
  const takeAwaited = useEffectEvent(() => {
    const [only] = matches;
    if (awaited !== search || isFetching) return;
    if (only && matches.length === 1) take(only);
    else setAwaited(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the clients of the text are found
  useEffect(() => takeAwaited(), [isFetching, awaited]);
  const press = (event: KeyboardEvent) => {
    const next = nextActive(event, chosen, matches.length);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Escape') setText('');
    else if (event.key === 'Enter') {
      // Never sends the form.
      event.preventDefault();
      const client = matches[chosen];
      if (isFetching) setAwaited(search);
      else if (client) take(client);
    }
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        Find a known client
      </label>
      <input
        ref={input}
        id={id}
        name="search"
        {...listboxAria(`${id}-list`, matches.length > 0 ? chosen : null)}
        autoComplete="off"
        placeholder="Name, phone or e-mail"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={press}
        className={CONTROL}
      />
      <Listbox
        id={`${id}-list`}
        label="Known clients"
        items={matches}
        active={chosen}
        keyOf={({ key }) => key}
        onPick={take}
      >
        {(client) => (
          <>
            <bdi className="font-semibold">{customerFullName(client)}</bdi>{' '}
            <bdi className="text-ink-soft tabular-nums">{client.phoneDisplay}</bdi>
            <span className="block truncate text-ink-soft">
              <bdi>{[client.email, client.address, client.city].filter(Boolean).join(' · ')}</bdi>
            </span>
          </>
        )}
      </Listbox>
      <p role="status" className="sr-only">
        {search.length > 1 && !isFetching ? foundText(matches.length) : ''}
      </p>
    </div>
  );
}

function foundText(count: number): string {
  if (count === 0) return 'No known client. Enter the customer below.';
  return count === 1 ? '1 known client' : `${count} known clients`;
}
