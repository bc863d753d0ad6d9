import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Dumpster, NEVER_MOVED } from '#contract/inventory.ts';
import { field, press, toasted, type } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { EditDumpsterDialog } from './EditDumpsterDialog.tsx';

const READ = 'GET /api/dumpsters/1';
const WRITE = 'PATCH /api/dumpsters/1';
const unit: Dumpster = {
  id: 1,
  dumpsterNumber: 'D-7',
  dumpsterType: '15-Yard',
  sizeId: '15-yard',
  isAvailable: true,
  notes: null,
  location: NEVER_MOVED,
};

let isClosed: boolean;

async function edit(replies: Parameters<typeof serve>[0], opened = unit) {
  isClosed = false;
  const asked = serve({ [READ]: { body: opened, headers: { ETag: '"1"' } }, ...replies });
  const close = () => {
    isClosed = true;
  };
  showOffice(<EditDumpsterDialog onMove={null} unit={opened} onClose={close} />);
  await screen.findByRole('dialog', { name: 'Edit Dumpster' });
  return { asked, sent: () => asked.filter(({ call }) => call === WRITE).map(({ body }) => body) };
}

test('sends only the changed fields', async () => {
  const { sent } = await edit({ [WRITE]: { body: { ...unit, notes: 'x' } } });
  type('notes', 'Dented');
  press('Save changes');
  await waitFor(() => expect(toasted()).toEqual(['Dumpster Updated', 'D-7 is saved.', 'plain']));
  expect([sent(), isClosed]).toEqual([[{ notes: 'Dented' }], true]);
});

test('a size change of a reserved dumpster is refused at its field', async () => {
  const message = 'The size cannot change while this dumpster is reserved for booking #12.';
  await edit({
    [WRITE]: refusal(409, 'conflict', { message, issues: [{ path: 'dumpsterType', message }] }),
  });
  fireEvent.change(field('dumpsterType') as Element, { target: { value: '30-yard' } });
  press('Save changes');
  await waitFor(() => expect(document.getElementById('dumpsterType-error')?.textContent).toBe(message));
  expect([field('dumpsterType').value, isClosed]).toEqual(['30-yard', false]);
});

test('an unknown size is shown as 10-Yard, and is sent only if the user chooses one', async () => {
  const { sent } = await edit(
    { [WRITE]: { body: unit } },
    { ...unit, dumpsterType: '40-Yard', sizeId: '40-yard' },
  );
  expect(field('dumpsterType').value).toBe('10-yard');
  expect(screen.getByText(/It is '40-Yard' now/)).toBeTruthy();
  fireEvent.blur(field('dumpsterType') as Element);
  type('notes', 'x');
  press('Save changes');
  await waitFor(() => expect(sent()).toEqual([{ notes: 'x' }]));
  fireEvent.change(field('dumpsterType') as Element, { target: { value: '10-yard' } });
  press('Save changes');
  await waitFor(() => expect(sent().at(-1)).toEqual({ notes: 'x', dumpsterType: '10-yard' }));
});

test('on a conflict the second user sees who changed what, keeps the input, and can overwrite', async () => {
  let version = 1;
  const theirs = { ...unit, notes: 'Theirs', isAvailable: false };
  const stale = {
    status: 409,
    body: {
      code: 'stale',
      requestId: 'r',
      message: 'This was changed by lee.',
      changedBy: 'lee',
      changedAt: '2026-11-21T12:00:00.000Z',
      changed: ['notes', 'isAvailable'],
    },
  };
  const { sent } = await edit({
    [READ]: () => ({ body: version === 1 ? unit : theirs, headers: { ETag: `"${version}"` } }),
    [WRITE]: () => {
      if (version === 3) return { body: { ...theirs, notes: 'Mine' } };
      version += 1;
      return stale;
    },
  });
  type('notes', 'Mine');
  press('Save changes');
  const notice = within(await screen.findByRole('alert'));
  await notice.findByText('Now: Theirs');
  expect(notice.getByText('Yours: Mine')).toBeTruthy();
  expect(notice.getByText('Now: Out of service')).toBeTruthy();
  expect(field('notes').value).toBe('Mine');
  version = 3;
  press('Save over them');
  await waitFor(() => expect(isClosed).toBe(true));
  expect(sent()).toEqual([{ notes: 'Mine' }, { notes: 'Mine' }]);
});

test('fields that the newer version changed take its values; other input stays', async () => {
  let isNewer = false;
  await edit({
    [READ]: () => ({ body: isNewer ? { ...unit, notes: 'Theirs' } : unit, headers: { ETag: '"1"' } }),
    [WRITE]: () => {
      isNewer = true;
      const expected = { changedBy: 'lee', changedAt: null, changed: ['notes'] };
      return { status: 409, body: { code: 'stale', requestId: 'r', message: 'Stale', ...expected } };
    },
  });
  type('notes', 'Mine');
  type('dumpsterNumber', 'D-70');
  press('Save changes');
  await screen.findByText('Now: Theirs');
  press('Take the newer values');
  await waitFor(() => expect(field('notes').value).toBe('Theirs'));
  expect(field('dumpsterNumber').value).toBe('D-70');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('newer values that do not load are not saved over; loaded again, they show all that changed', async () => {
  let reads = 0;
  const { asked } = await edit({
    [READ]: () => {
      reads += 1;
      if (reads === 2) return refusal(500, 'internal', 'The server rests.');
      const newer = { ...unit, notes: 'Theirs', dumpsterNumber: 'D-8' };
      return { body: reads === 1 ? unit : newer, headers: { ETag: `"${reads}"` } };
    },
    [WRITE]: () =>
      reads < 3
        ? {
            status: 409,
            body: {
              code: 'stale',
              requestId: 'r',
              message: 'Stale',
              changedBy: 'lee',
              changedAt: null,
              changed: ['notes'],
            },
          }
        : { body: unit },
  });
  type('notes', 'Mine');
  press('Save changes');
  await screen.findByText('The newer values could not be loaded.');
  expect(screen.queryByRole('button', { name: 'Save over them' })).toBeNull();
  press('Try again');
  await screen.findByText('Now: Theirs');
  // Changed after the refusal, so the refusal does not name it.
  expect(screen.getByText('Now: D-8')).toBeTruthy();
  press('Save over them');
  await waitFor(() => expect(isClosed).toBe(true));
  expect(asked.filter(({ call }) => call === WRITE).map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"3"']);
});

test('after a lost answer the repetition says that the newer values are those that were typed', async () => {
  let attempts = 0;
  await edit({
    [READ]: () => ({
      body: attempts === 0 ? unit : { ...unit, notes: 'Mine' },
      headers: { ETag: `"${attempts + 1}"` },
    }),
    [WRITE]: () => {
      attempts += 1;
      if (attempts === 1) throw new TypeError('Failed to fetch');
      const expected = { changedBy: 'dana', changedAt: null, changed: ['notes'] };
      return { status: 409, body: { code: 'stale', requestId: 'r', message: 'Stale', ...expected } };
    },
  });
  type('notes', 'Mine');
  press('Save changes');
  await screen.findByRole('alert');
  press('Save changes');
  expect(await screen.findByText('The newer values are what you typed.')).toBeTruthy();
});

test('a dumpster that does not load shows an error and can be loaded again', async () => {
  let isDown = true;
  serve({ [READ]: () => (isDown ? refusal(500, 'internal', 'The server rests.') : { body: unit }) });
  showOffice(<EditDumpsterDialog onMove={null} unit={unit} onClose={() => {}} />);
  await screen.findByText('This dumpster could not be loaded. The server rests.');
  isDown = false;
  press('Retry');
  await screen.findByRole('dialog', { name: 'Edit Dumpster' });
});
