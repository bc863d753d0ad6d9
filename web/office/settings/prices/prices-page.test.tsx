import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { press, toasted } from '#web/test/actions.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { CATALOG_DRAFT as draft } from '#web/test/office-catalog.ts';
import PricesPage from './PricesPage.tsx';

const DRAFT = 'GET /api/admin/catalog/draft';
const SAVE = 'PUT /api/admin/catalog/draft/rates';

const STALE = {
  status: 409,
  body: {
    message: 'Stale',
    code: 'stale',
    requestId: 'r',
    changedBy: 'sam',
    changedByName: 'Sam Field',
    changedAt: null,
    changed: ['rates'],
  },
};

/** The draft after a colleague set the first deposit to $400. */
const newer = {
  ...draft,
  etags: { ...draft.etags, rates: '"1"' },
  sections: {
    ...FIRST_RATE_CARD,
    rates: FIRST_RATE_CARD.rates.map((rate, index) => (index === 0 ? { ...rate, deposit: 40_000 } : rate)),
  },
};

function show(replies: Parameters<typeof serve>[0]) {
  const asked = serve(replies);
  const office = showOffice(<PricesPage />);
  act(() => office.session.enter({ username: 'dana', role: 'admin' }));
  return asked;
}

async function typeDeposit(text: string) {
  const [cell] = (await screen.findAllByText('$325')).map((one) => one.closest('td'));
  fireEvent.mouseDown(cell as Element);
  act(() => (cell as HTMLElement).focus());
  fireEvent.keyDown(cell as Element, { key: text.slice(0, 1) });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
}

beforeEach(() => sessionStorage.clear());

it('saves the whole section under the version that was read', async () => {
  const asked = show({
    [DRAFT]: { body: draft },
    [SAVE]: { body: newer.sections.rates, headers: { ETag: '"1"' } },
  });
  await typeDeposit('400');
  expect(screen.getByText('1 change is not saved.')).toBeTruthy();
  press('Save draft');
  await waitFor(() => expect(toasted()).toContain('Draft saved'));
  const [saved] = asked.filter(({ call }) => call === SAVE);
  expect(saved?.body).toHaveLength(newer.sections.rates.length);
  expect(saved?.body).toEqual(expect.arrayContaining(newer.sections.rates));
  expect(saved?.ifMatch).toBe('"0"');
  expect(screen.queryByText('1 change is not saved.')).toBeNull();
});

/** The draft with a second material, which has no rates yet. */
const twoMaterials = {
  ...draft,
  sections: {
    ...FIRST_RATE_CARD,
    materials: ['Mixed', 'Concrete'].map((name) => ({
      ...FIRST_RATE_CARD.materials[0],
      id: name.toLowerCase(),
      name,
    })),
  },
};
const toCorrect = () =>
  within(screen.getByRole('list', { name: 'Cells to correct' }))
    .getAllByRole('button')
    .map((button) => button.textContent);
function paste(text: string) {
  fireEvent.paste(document.activeElement as Element, { clipboardData: { getData: () => text } });
}

it('names each invalid cell in the save bar, as a button that leads to it', async () => {
  show({ [DRAFT]: { body: draft } });
  await typeDeposit('abc');
  expect(toCorrect()).toEqual(['10-Yard, 1-Day, Deposit: Type dollars, such as 450 or 449.50']);
  const bar = screen.getByRole('region', { name: 'Unsaved changes' });
  expect(within(bar).getByRole('status').textContent).toBe(
    '1 change is not saved. 1 cell needs a correction. First: 10-Yard, 1-Day, Deposit: Type dollars, such as 450 or 449.50',
  );
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
  press(/^10-Yard, 1-Day, Deposit/);
  expect(document.activeElement).toBe(screen.getByText('abc').closest('td'));
});

it('moves to the first invalid cell instead of saving', async () => {
  const asked = show({ [DRAFT]: { body: draft } });
  await typeDeposit('abc');
  press('Save draft');
  expect(document.activeElement).toBe(screen.getByText('abc').closest('td'));
  expect(asked.filter(({ call }) => call === SAVE)).toEqual([]);
  paste('400');
  expect(screen.queryByRole('list', { name: 'Cells to correct' })).toBeNull();
});

it('leads to an invalid cell of another material and keeps what is being typed', async () => {
  show({ [DRAFT]: { body: twoMaterials } });
  await typeDeposit('400');
  fireEvent.click(screen.getByRole('tab', { name: 'Concrete' }));
  act(() => screen.getAllByRole('gridcell')[2]?.focus());
  fireEvent.mouseDown(document.activeElement as Element);
  paste('free');
  fireEvent.click(screen.getByRole('tab', { name: 'Mixed' }));
  const deposit = screen.getByText('$400').closest('td') as HTMLElement;
  fireEvent.mouseDown(deposit);
  act(() => deposit.focus());
  fireEvent.keyDown(deposit, { key: '9' });
  expect(toCorrect()).toEqual(['Concrete: 10-Yard, 1-Day, Price: Type dollars, such as 450 or 449.50']);
  press(/^Concrete: 10-Yard, 1-Day, Price/);
  expect(screen.getByRole('tab', { name: 'Concrete' }).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(screen.getByText('free').closest('td'));
  fireEvent.click(screen.getByRole('tab', { name: 'Mixed' }));
  expect(screen.getByText('$9')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Concrete' }));
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Concrete' }));
});

it('folds the invalid cells after the first three', async () => {
  show({ [DRAFT]: { body: draft } });
  await typeDeposit('abc');
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown', ctrlKey: true, shiftKey: true });
  paste('abc');
  const rows = FIRST_RATE_CARD.rates.length;
  expect(toCorrect()).toHaveLength(3);
  press(`and ${rows - 3} more`);
  expect(toCorrect()).toHaveLength(rows);
  expect(document.activeElement?.textContent).toBe(toCorrect()[3]);
});

it('keeps what was typed when the page is reloaded', async () => {
  show({ [DRAFT]: { body: draft } });
  await typeDeposit('400');
  cleanup();
  show({ [DRAFT]: { body: draft } });
  expect(await screen.findByText('$400')).toBeTruthy();
  press('Discard');
  expect(screen.queryByText('$400')).toBeNull();
});

it('loads the prices of a colleague below the own ones and names the cells that both changed', async () => {
  const replies = {
    [DRAFT]: { body: draft as unknown },
    [SAVE]: STALE,
  };
  show(replies);
  await typeDeposit('450');
  replies[DRAFT] = { body: newer };
  press('Save draft');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('This price list was changed by Sam Field');
  expect(within(notice).getByText('10-Yard, 1-Day: Deposit')).toBeTruthy();
  expect(notice.textContent).toContain('Now: $400Yours: 450');
  expect(screen.getByText('$450')).toBeTruthy();
  press('Take the newer values');
  expect(screen.queryByText('$450')).toBeNull();
  expect(screen.getByText('$400')).toBeTruthy();
  expect(screen.queryByText('1 change is not saved.')).toBeNull();
});
