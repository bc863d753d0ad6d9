import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { PaletteMatches } from '#contract/palette.ts';
import type { Role } from '#domain/accounts/access.ts';
import { presetDays } from '#domain/shared/day-presets.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { useMenuActions } from '#web/kit/ui/browser/menu-actions.ts';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';
import { sampleView } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { bookingCommands } from './commands.ts';
import { OfficeKeys } from './OfficeKeys.tsx';
import { listRecent, rememberRecent } from './recent.ts';

const MENU = [{ label: 'Bookings', path: '/admin/bookings' }];
const bookingOf = (id: number): PaletteMatches['bookings'][number] => ({
  id,
  firstName: 'Ada',
  lastName: 'Quill',
  phoneDisplay: '(555) 867-5309',
  address: '12 Quarry Road',
  city: 'Albany',
  deliveryDate: '2026-12-01',
  status: 'pending',
});
const FOUND: PaletteMatches = { bookings: [bookingOf(29)], clients: [], units: [] };

beforeAll(() => {
  // What cmdk calls and jsdom does not have.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView ??= () => undefined;
});

beforeEach(() => sessionStorage.clear());

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

function show(path = '/admin/bookings') {
  const asked = serve({
    'GET /api/palette?q=qui': { body: FOUND },
    'GET /api/palette?q=q': { body: { ...FOUND, bookings: [27, 28, 29, 30].map(bookingOf) } },
    'GET /api/palette?q=charge+36': { body: { bookings: [], clients: [], units: [] } },
    'GET /api/palette?q=week': { body: { bookings: [], clients: [], units: [] } },
    'GET /api/saved-views?list=bookings': { body: [sampleView()] },
    'GET /api/search-suggestions?list=bookings&q=zz': { body: [] },
    'GET /api/palette?q=zz': { body: { bookings: [], clients: [], units: [] } },
  });
  return { asked, ...showOffice(<OfficeKeys menu={MENU} />, { path }) };
}

it('finds a booking and opens it with Enter; then it is a recent item', async () => {
  const { asked, where } = show();
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox');
  expect(screen.getByRole('option', { name: 'Bookings' })).toBeTruthy();
  fireEvent.change(input, { target: { value: 'qui' } });
  const option = await screen.findByRole('option', { name: /#29 Ada Quill/ });
  expect(option.textContent).toContain('12 Quarry Road, Albany');
  expect(asked.map(({ call }) => call)).toContain('GET /api/palette?q=qui');
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(where()?.pathname).toBe('/admin/bookings/29'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(listRecent()).toEqual([{ to: '/admin/bookings/29', label: '#29 Ada Quill' }]);
});

it('selects the first result when results arrive, unless the user has moved', async () => {
  show();
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox');
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  fireEvent.change(input, { target: { value: 'q' } });
  await waitFor(() => expect(selected()).toContain('#27'));
  fireEvent.change(input, { target: { value: 'qui' } });
  await waitFor(() => expect(screen.queryByRole('option', { name: /#27/ })).toBeNull());
  expect(selected()).toContain('#29');
  expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
    '#29',
  );
  fireEvent.change(input, { target: { value: 'q' } });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  const moved = selected();
  await waitFor(() => expect(screen.queryByRole('option', { name: /#27/ })).toBeTruthy());
  expect(selected()).toBe(moved);
});

it('opens a saved view with the days of this week', async () => {
  const { where } = show('/admin');
  press('k', { ctrlKey: true });
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'week' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Overdue this week/ }));
  await waitFor(() => expect(where()?.pathname).toBe('/admin/bookings'));
  const { from, to } = presetDays('this_week', todayHere());
  const shown = Object.fromEntries(new URLSearchParams(where()?.search));
  expect(shown).toEqual({
    work: 'overdue',
    deliveryDateFrom: from,
    deliveryDateTo: to,
    view: '5',
    viewDay: todayHere(),
    columns: 'city,unit',
  });
  expect(listRecent()).toEqual([]);
});

it('offers what the role may do and see', async () => {
  const namesFor = async (role: 'admin' | 'dispatcher' | 'view_only') => {
    const office = show();
    act(() => office.session.enter({ username: 'dana', role }));
    press('k', { ctrlKey: true });
    await screen.findByRole('combobox');
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
    office.leave();
    return names.filter((name) => name?.startsWith('New') || name?.startsWith('Settings'));
  };
  expect(await namesFor('view_only')).toEqual([]);
  expect(await namesFor('dispatcher')).toEqual([
    'New bookingN',
    'Settings: trucks',
    'Settings: yards and disposal sites',
    'Settings: dispatch times',
  ]);
  expect(await namesFor('admin')).toContain('Settings: prices');
});

it('says that nothing was found', async () => {
  show();
  press('k', { metaKey: true });
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'zz' } });
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
});

it('offers near words when nothing was found, and searches for the chosen one', async () => {
  const none = { bookings: [], clients: [], units: [] };
  const asked = serve({
    'GET /api/palette?q=qiu': { body: none },
    'GET /api/search-suggestions?list=bookings&q=qiu': { body: ['Qui'] },
    'GET /api/palette?q=Qui': { body: FOUND },
    'GET /api/saved-views?list=bookings': { body: [] },
  });
  showOffice(<OfficeKeys menu={MENU} />, { path: '/admin' });
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox');
  fireEvent.change(input, { target: { value: 'qiu' } });
  await waitFor(() =>
    expect(screen.getByRole('option', { name: 'Qui' }).getAttribute('aria-selected')).toBe('true'),
  );
  expect(screen.getByText('Did you mean')).toBeTruthy();
  expect(screen.getByText('Nothing found.')).toBeTruthy();
  fireEvent.keyDown(input, { key: 'Enter' });
  await screen.findByRole('option', { name: /#29 Ada Quill/ });
  expect(input).toHaveProperty('value', 'Qui');
  expect(asked.map(({ call }) => call)).not.toContain('GET /api/search-suggestions?list=bookings&q=Qui');
});

it('offers the buttons of the record that the page shows, and presses them', async () => {
  const pressed: string[] = [];
  const main = document.createElement('main');
  main.innerHTML =
    '<div data-record="Booking #7"><button type="button">Move</button><button id="menu-7" type="button" aria-haspopup="menu">Change</button><button type="submit">Save</button><button type="button" aria-disabled="true">Charge</button></div>';
  main.querySelector('button')?.addEventListener('click', () => pressed.push('Move'));
  document.body.append(main);
  onTestFinished(() => main.remove());
  const items = [{ label: 'Exchange', shortcut: 'X', run: () => pressed.push('Exchange') }];
  renderHook(() => useMenuActions('menu-7', items));
  show('/admin/bookings/7');
  press('k', { ctrlKey: true });
  await screen.findByRole('combobox');
  expect(screen.getByText('Booking #7', { selector: 'span' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /Save|Charge|Change/ })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: 'Move' }));
  await waitFor(() => expect(pressed).toEqual(['Move']));
  press('k', { ctrlKey: true });
  fireEvent.click(await screen.findByRole('option', { name: /^Exchange ?X$/ }));
  await waitFor(() => expect(pressed).toEqual(['Move', 'Exchange']));
});

it('keys do nothing in a field, with a modifier or under a dialog', async () => {
  show();
  const field = document.createElement('input');
  document.body.append(field);
  onTestFinished(() => field.remove());
  field.focus();
  press('?');
  field.blur();
  press('?', { ctrlKey: true });
  await act(async () => undefined);
  expect(screen.queryByRole('dialog')).toBeNull();
  press('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  expect(screen.getAllByText('Move the delivery')).toHaveLength(1);
  press('k', { ctrlKey: true });
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('Ctrl+Enter presses the last button of an open dialog, from any field; a held key and one button alone do nothing', async () => {
  const pressed: string[] = [];
  const buttons = (...names: string[]) => (
    <Dialog
      title="Charge"
      layout="narrow"
      onClose={null}
      footer={
        <DialogButtons>
          {names.map((name) => (
            <Button key={name} onClick={() => pressed.push(name)}>
              {name}
            </Button>
          ))}
        </DialogButtons>
      }
    >
      <input aria-label="Amount" />
    </Dialog>
  );
  show();
  const { rerender } = render(buttons('Cancel', 'Charge'));
  const press = (more: KeyboardEventInit) =>
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Amount' }), { key: 'Enter', ...more });
  press({ ctrlKey: true, repeat: true });
  press({});
  expect(pressed).toEqual([]);
  press({ ctrlKey: true });
  press({ metaKey: true });
  expect(pressed).toEqual(['Charge', 'Charge']);
  rerender(buttons('Close'));
  press({ ctrlKey: true });
  expect(pressed).toEqual(['Charge', 'Charge']);
});

it('an action and the number of a booking open its page with the action', async () => {
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'admin');
  const { where } = show();
  press('k', { ctrlKey: true });
  const input = await screen.findByRole('combobox');
  fireEvent.change(input, { target: { value: 'charge 36' } });
  await screen.findByRole('option', { name: 'Charge booking #36' });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(where()?.pathname).toBe('/admin/bookings/36'));
  expect(where()?.search).toBe('?do=charge');
});

it('a word offers what the role may do, with a number or on the open booking', () => {
  const labels = (typed: string, role: Role, record = '') =>
    bookingCommands(typed, role, record).map(({ label }) => label);
  expect(labels('refund #36', 'admin')).toEqual(['Refund booking #36']);
  expect(labels('refund 36', 'dispatcher')).toEqual([]);
  expect(labels('cancel 36', 'view_only')).toEqual([]);
  expect(labels('text 36', 'view_only')).toEqual(['Text messages of booking #36']);
  expect(labels('extend', 'dispatcher', 'Booking #12')).toEqual(['Change the last day of booking #12']);
  expect(labels('extend', 'dispatcher')).toEqual([]);
  expect(labels('ch 7', 'admin', 'Booking #12')).toEqual(['Charge booking #7']);
});

it('recent items keep the longer label and at most eight places', () => {
  for (let id = 1; id <= 10; id += 1)
    rememberRecent({ to: `/admin/bookings/${id}`, label: `Booking #${id}` });
  rememberRecent({ to: '/admin/bookings/10', label: 'Booking #10, Ada Quill' });
  rememberRecent({ to: '/admin/bookings/10', label: 'Booking #10' });
  expect(listRecent()).toHaveLength(8);
  expect(listRecent()[0]).toEqual({ to: '/admin/bookings/10', label: 'Booking #10, Ada Quill' });
});
