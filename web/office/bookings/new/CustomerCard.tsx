import { useEffect, useRef } from 'react';
import type { Client } from '#contract/clients.ts';
import { SPOKEN_CONSENT_WORDING } from '#domain/shared/texts.ts';
import { US_STATES } from '#domain/shared/us-states.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { ClientSearch } from '#web/kit/form/ClientSearch.tsx';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { type OrderCustomer, parseNewCustomer } from './order-values.ts';
import type { Order } from './use-order.ts';

const FIRST_FIELDS = ['firstName', 'lastName', 'phone', 'email', 'address'] as const;

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
  const keepTyped = (text: string, by: 'choice' | 'leaving') => {
    const typed = Object.entries(parseNewCustomer(text)) as [keyof OrderCustomer, string][];
    const isFree = typed.every(([name]) => form.getValues(name) === '');
    if (by === 'leaving' && !isFree) return;
    for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true });
    form.clearErrors();
    if (by === 'choice') form.setFocus(FIRST_FIELDS.find((name) => form.getValues(name) === '') ?? 'address');
  };
  const place = options.data?.place ?? null;
  const zipHint = place === null ? '' : (place.message ?? place.zoneName ?? 'In the service area');
  return (
    <Card title="Customer">
      <ClientSearch
        label="Find a known customer"
        noun="customer"
        takesFocus={order.values.firstName === ''}
        onPick={pick}
        onNew={keepTyped}
      />
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-6">
        <TextField {...bind('firstName')} label="First name" className="sm:col-span-2" />
        <TextField {...bind('lastName')} label="Last name" className="sm:col-span-2" />
        <TextField {...bind('phone')} label="Phone" type="tel" className="sm:col-span-2" />
        <TextField
          {...bind('email')}
          label="E-mail"
          type="email"
          hint="Empty: no e-mail is sent."
          className="sm:col-span-3"
        />
        <TextField {...bind('address')} label="Delivery address" className="sm:col-span-3" />
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
      <ZipChoices order={order} />
      <div className="mt-2">
        <CheckboxField
          {...register('textOptIn')}
          label="The customer agreed to text messages"
          hint={`Read: "${SPOKEN_CONSENT_WORDING}"`}
          error={formState.errors.textOptIn?.message}
        />
      </div>
      <details className="mt-4">
        <summary className="touch cursor-pointer py-2.5 font-semibold text-brand text-sm">
          Company, PO number, second phone
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <TextField {...bind('company')} label="Company" optional />
          <TextField {...bind('poNumber')} label="PO number" optional />
          <TextField {...bind('secondPhone')} label="Second phone" optional type="tel" />
        </div>
      </details>
    </Card>
  );
}

/**
 * Fills city and state from the ZIP code while they are empty or as filled. Other names of the ZIP code are offered, and
 * all states of one that lies in several.
 */
function ZipChoices({ order: { form, values, options } }: { order: Order }) {
  const place = (!options.isPlaceholderData && options.data?.place) || null;
  const filled = useRef({ city: '', state: '' });
  useEffect(() => {
    if (!place) return;
    const first = {
      city: place.cities[0] ?? '',
      state: place.states.length === 1 ? (place.states[0] ?? '') : '',
    };
    for (const name of ['city', 'state'] as const) {
      const now = form.getValues(name);
      if (first[name] === '' || (now !== '' && now !== filled.current[name])) continue;
      form.setValue(name, first[name], { shouldDirty: true });
      form.clearErrors(name);
      filled.current[name] = first[name];
    }
  }, [place, form]);
  if (!place) return null;
  const isOther = (name: 'city' | 'state') => (text: string) =>
    text.toLowerCase() !== values[name].trim().toLowerCase();
  const states =
    place.states.length > 1 || !place.states.some((code) => code === values.state) ? place.states : [];
  const choices = [
    ...place.cities.filter(isOther('city')).map((text) => ({ name: 'city' as const, text })),
    ...states.filter(isOther('state')).map((text) => ({ name: 'state' as const, text })),
  ];
  if (choices.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-ink-soft">ZIP code {values.zip} is also</span>
      {choices.map(({ name, text }) => (
        <RowButton
          key={`${name} ${text}`}
          onClick={() => {
            form.setValue(name, text, { shouldDirty: true });
            form.clearErrors(name);
          }}
        >
          {text}
        </RowButton>
      ))}
    </p>
  );
}

function customerOf({ email, ...client }: Client): OrderCustomer {
  const { firstName, lastName, phone, address, city, state, zip } = client;
  const known = { firstName, lastName, email: email ?? '', phone, address, city, state, zip };
  return { ...known, company: '', poNumber: '', secondPhone: '' };
}
