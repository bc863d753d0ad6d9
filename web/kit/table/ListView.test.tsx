import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useNavigate } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '#contract/auth.ts';
import { listUsers } from '#contract/users.ts';
import { press } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import type { Column } from './column.ts';
import { ListView } from './ListView.tsx';
import type { ListDefinition } from './list-state.ts';
import { useList } from './use-list.ts';

const USERS: ListDefinition = {
  defaultSort: 'id',
  filters: [
    { field: 'role', label: 'Role', kind: 'select', options: [{ value: 'admin', label: 'Administrator' }] },
  ],
};
const COLUMNS: Column<Account>[] = [
  { field: 'username', header: 'Name', sortKey: 'username', card: 'title', cell: (row) => row.username },
  { field: 'id', header: 'Number', sortKey: 'id', sortsFirst: 'desc', align: 'end', cell: (row) => row.id },
  { field: 'email', header: 'E-mail', cell: () => <input aria-label="note" /> },
];
const ALL = 'GET /api/admin/users?limit=25';

const people = (...names: string[]) => names.map((username, index) => ({ ...DANA, id: index + 1, username }));
const page = (names: string[], headers: Record<string, string> = {}) => ({
  body: people(...names),
  headers: { 'X-Total-Count': String(names.length), ...headers },
});
const link = (cursor: string, rel: string) => `</api/admin/users?limit=25&cursor=${cursor}>; rel="${rel}"`;

let office: ReturnType<typeof showOffice>;
let goBack: () => void;

function People() {
  const list = useList(listUsers, USERS);
  const navigate = useNavigate();
  goBack = () => void navigate(-1);
  return (
    <ListView
      list={list}
      columns={COLUMNS}
      caption="People"
      empty="No users found"
      failed="The users could not be loaded."
      searchLabel="Search users"
      rowKey={(row) => row.id}
      rowName={(row) => row.username}
      details={(row) => <p>All about {row.username}</p>}
    />
  );
}

function show(replies: Parameters<typeof serve>[0], path = '/admin/users') {
  const asked = serve(replies);
  office = showOffice(<People />, { path });
  return asked;
}

const search = () => screen.getByRole('searchbox', { name: 'Search users' });
const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
const address = () => office.where()?.search;
const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
const type = (text: string) => fireEvent.change(search(), { target: { value: text } });

afterEach(() => void vi.useRealTimers());

test('the list shows its rows, their count, and the order that the server names', async () => {
  show({ [ALL]: page(['ann', 'lee'], { 'X-Sort': '-id' }) });
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  await waitFor(() => expect(names()).toEqual(['ann', 'lee']));
  expect(screen.getByRole('status').textContent).toBe('Showing 2 of 2');
  expect(screen.getByRole('columnheader', { name: 'Number' }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'Name' }).hasAttribute('aria-sort')).toBe(false);
});

test('more than a thousand matches are shown as text', async () => {
  show({ [ALL]: page(['ann'], { 'X-Total-Count': '1000+' }) });
  await screen.findByText('Showing 1 of over 1,000');
});

test('a search starts after a pause, from the first page, and adds no history entry', async () => {
  const asked = show(
    {
      'GET /api/admin/users?cursor=c2&limit=25': page(['zoe']),
      'GET /api/admin/users?search=an&limit=25': page(['ann']),
    },
    '/admin/users?cursor=c2&other=kept',
  );
  await waitFor(() => expect(names()).toEqual(['zoe']));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  type('a');
  await act(() => vi.advanceTimersByTimeAsync(200));
  type('an');
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(asked).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(address()).toBe('?other=kept&search=an');
});

test('Enter searches without the pause', async () => {
  show({ [ALL]: page(['ann', 'lee']), 'GET /api/admin/users?search=lee&limit=25': page(['lee']) });
  await waitFor(() => expect(names()).toHaveLength(2));
  type('lee');
  fireEvent.submit(search().closest('form')!);
  await waitFor(() => expect(names()).toEqual(['lee']));
});

test('a filter adds a history entry and a chip; Back removes it', async () => {
  show({ [ALL]: page(['ann', 'lee']), 'GET /api/admin/users?role=admin&limit=25': page(['lee']) });
  await waitFor(() => expect(names()).toHaveLength(2));
  fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'admin' } });
  await waitFor(() => expect(names()).toEqual(['lee']));
  expect(address()).toBe('?role=admin');
  const chip = within(screen.getByRole('list', { name: 'Filters that are on' })).getByRole('listitem');
  expect(chip.textContent).toContain('Role: Administrator');
  act(() => goBack());
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(screen.queryByRole('list', { name: 'Filters that are on' })).toBeNull();
});

test('a chip removes its filter, and the focus stays in the list', async () => {
  show(
    { [ALL]: page(['ann', 'lee']), 'GET /api/admin/users?role=admin&limit=25': page(['lee']) },
    '/admin/users?role=admin',
  );
  await waitFor(() => expect(names()).toEqual(['lee']));
  press('Remove the filter Role: Administrator');
  await waitFor(() => expect(names()).toHaveLength(2));
  expect([address(), document.activeElement]).toEqual(['', screen.getByRole('region', { name: 'People' })]);
});

test('Back restores the earlier text of the search', async () => {
  show(
    {
      'GET /api/admin/users?search=ann&limit=25': page(['ann']),
      'GET /api/admin/users?search=ann&sort=username&limit=25': page(['ann']),
      'GET /api/admin/users?search=lee&sort=username&limit=25': page(['lee']),
    },
    '/admin/users?search=ann',
  );
  await waitFor(() => expect(names()).toEqual(['ann']));
  press('Name');
  await waitFor(() => expect(address()).toBe('?search=ann&sort=username'));
  type('lee');
  fireEvent.submit(search().closest('form')!);
  await waitFor(() => expect(names()).toEqual(['lee']));
  act(() => goBack());
  await waitFor(() => expect(names()).toEqual(['ann']));
  expect((search() as HTMLInputElement).value).toBe('ann');
});

test('a heading sorts, and reverses the order at the next press', async () => {
  show({
    [ALL]: page(['ann', 'lee']),
    'GET /api/admin/users?sort=-id&limit=25': page(['lee', 'ann']),
    'GET /api/admin/users?sort=username&limit=25': page(['ann', 'lee']),
    'GET /api/admin/users?sort=-username&limit=25': page(['lee', 'ann']),
  });
  await waitFor(() => expect(names()).toHaveLength(2));
  const sorted = () => screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort');
  press('Name');
  await waitFor(() => expect(sorted()).toBe('ascending'));
  press('Name');
  await waitFor(() => expect(sorted()).toBe('descending'));
  await waitFor(() => expect(names()).toEqual(['lee', 'ann']));
  press('Number');
  await waitFor(() => expect(address()).toBe('?sort=-id'));
});

test('the pages follow the cursors of the server', async () => {
  show({
    [ALL]: page(['ann'], { Link: link('c2', 'next') }),
    'GET /api/admin/users?cursor=c2&limit=25': page(['lee'], {
      Link: `${link('c1', 'prev')}, ${link('c3', 'next')}`,
    }),
    'GET /api/admin/users?cursor=c1&limit=25': page(['ann']),
    'GET /api/admin/users?limit=50': page(['ann', 'lee']),
  });
  await waitFor(() => expect(names()).toEqual(['ann']));
  const disabled = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled');
  expect([disabled('Previous'), disabled('Next')]).toEqual(['true', 'false']);
  press('Next');
  await waitFor(() => expect(names()).toEqual(['lee']));
  press('Previous');
  await waitFor(() => expect(address()).toBe('?cursor=c1'));
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '50' } });
  await waitFor(() => expect(names()).toEqual(['ann', 'lee']));
  expect(address()).toBe('?limit=50');
});

test('an order that needs a narrower search shows an error and a link back', async () => {
  const message = 'Narrow your search to sort by this';
  show({
    [ALL]: page(['ann', 'lee']),
    'GET /api/admin/users?sort=username&limit=25': refusal(400, 'invalid', {
      message: 'The request is not valid.',
      issues: [{ path: 'sort', message }],
    }),
  });
  await waitFor(() => expect(names()).toHaveLength(2));
  press('Name');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(names()).toEqual(['ann', 'lee']);
  press('Use the usual order');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(address()).toBe('');
});

test('a list that does not load shows an error and a retry', async () => {
  const replies = [refusal(500, 'internal', 'Something went wrong.'), page(['ann'])];
  show({ [ALL]: () => replies.shift()! });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The users could not be loaded.');
  expect(alert.textContent).toContain('Something went wrong.');
  press('Retry');
  await waitFor(() => expect(names()).toEqual(['ann']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refresh that fails keeps the rows and says that the data is earlier', async () => {
  const replies = [page(['ann']), refusal(502, 'provider_unavailable', 'Not now.')];
  show({ [ALL]: () => replies.shift()! });
  await waitFor(() => expect(names()).toEqual(['ann']));
  press('Refresh');
  expect((await screen.findByRole('alert')).textContent).toContain('Showing earlier data.');
  expect(names()).toEqual(['ann']);
});

test('an empty list shows its text, and offers to clear search and filters', async () => {
  show(
    { [ALL]: page(['ann']), 'GET /api/admin/users?role=admin&search=zz&limit=25': page([]) },
    '/admin/users?role=admin&search=zz',
  );
  await screen.findByText('No users found');
  press('Clear filters');
  await waitFor(() => expect(names()).toEqual(['ann']));
  expect([address(), (search() as HTMLInputElement).value]).toEqual(['', '']);
});

test('a row opens by its button and by keys; arrow keys move between rows', async () => {
  show({ [ALL]: page(['ann', 'lee', 'zoe']) });
  await waitFor(() => expect(names()).toHaveLength(3));
  const button = screen.getByRole('button', { name: 'Details of ann' });
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  screen.getByText('All about ann');
  fireEvent.click(button);
  expect(screen.queryByText('All about ann')).toBeNull();

  expect(rows().map((row) => row.tabIndex)).toEqual([0, -1, -1]);
  act(() => rows()[0]!.focus());
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });
  key('ArrowDown');
  expect([document.activeElement, rows().map((row) => row.tabIndex)]).toEqual([rows()[1], [-1, 0, -1]]);
  key('End');
  expect(document.activeElement).toBe(rows()[2]);
  key('ArrowDown');
  key(' ');
  screen.getByText('All about zoe');
  key('Home');
  key('Enter');
  screen.getByText('All about ann');
});

test('keys pressed in an input inside a row do not reach the row', async () => {
  show({ [ALL]: page(['ann', 'lee']) });
  await waitFor(() => expect(names()).toHaveLength(2));
  const [note] = screen.getAllByRole('textbox', { name: 'note' });
  act(() => note!.focus());
  for (const key of ['ArrowDown', ' ', 'Enter', 'End']) {
    expect(fireEvent.keyDown(note!, { key })).toBe(true);
  }
  expect(document.activeElement).toBe(note);
  expect(screen.queryByText('All about ann')).toBeNull();
});
