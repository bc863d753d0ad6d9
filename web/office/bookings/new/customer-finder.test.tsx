import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ClientSearch } from '#web/kit/form/ClientSearch.tsx';
import { serve, showOffice } from '#web/test/office.tsx';
import { parseNewCustomer } from './order-values.ts';

function show(replies: Parameters<typeof serve>[0]) {
  const kept: unknown[] = [];
  const asked = serve(replies);
  showOffice(
    <>
      <ClientSearch
        label="Find"
        noun="customer"
        takesFocus
        onPick={({ key }) => kept.push(key)}
        onNew={(...given) => kept.push(given)}
      />
      <input aria-label="Next" />
    </>,
    { path: '/admin/bookings/new' },
  );
  return { kept, asked, input: screen.getByRole('combobox', { name: 'Find' }) };
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const NO_CLIENT = {
  'GET /api/client-matches?q=Okaffor': { body: [] },
  'GET /api/search-suggestions?list=bookings&q=Okaffor': { body: ['Okafor'] },
};

it('a name that matches no client is kept with Enter, also before the answer', async () => {
  const { kept, input } = show(NO_CLIENT);
  type(input, 'Okaffor');
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(kept).toEqual([['Okaffor', 'choice']]));
  expect(input).toHaveProperty('value', '');
});

it('a name that matches no client is kept when the focus leaves the field', async () => {
  const { kept, input } = show(NO_CLIENT);
  type(input, 'Okaffor');
  await screen.findByRole('option', { name: /New customer/ });
  fireEvent.blur(input);
  expect(kept).toEqual([['Okaffor', 'leaving']]);
});

it('a near word replaces the text, and its clients are found', async () => {
  const { kept, input } = show({ ...NO_CLIENT, 'GET /api/client-matches?q=Okafor': { body: [] } });
  type(input, 'Okaffor');
  fireEvent.click(await screen.findByRole('option', { name: 'Did you mean Okafor?' }));
  expect(input).toHaveProperty('value', 'Okafor');
  expect(kept).toEqual([]);
});

it('the fields of a text that matches no client', () => {
  expect(parseNewCustomer('Ngozi Okafor')).toEqual({ firstName: 'Ngozi', lastName: 'Okafor' });
  expect(parseNewCustomer('Okafor, Ngozi Ada')).toEqual({ firstName: 'Ngozi Ada', lastName: 'Okafor' });
  expect(parseNewCustomer('Okafor')).toEqual({ lastName: 'Okafor' });
  expect(parseNewCustomer('Maria de la Cruz')).toEqual({ firstName: 'Maria de la', lastName: 'Cruz' });
  expect(parseNewCustomer('(518) 555-0142')).toEqual({ phone: '(518) 555-0142' });
  expect(parseNewCustomer('ada@example.com')).toEqual({ email: 'ada@example.com' });
  expect(parseNewCustomer('2 Elm Street')).toEqual({ address: '2 Elm Street' });
  expect(parseNewCustomer('205b 5th Ave')).toEqual({ address: '205b 5th Ave' });
});
