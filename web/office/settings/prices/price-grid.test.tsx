import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { parseCell } from './cells.ts';
import { parseTable } from './grid-keys.ts';
import { makeGrid, type PriceGridModel } from './grid-rows.ts';
import { PriceGrid } from './PriceGrid.tsx';
import { useEditHistory } from './use-edit-history.ts';

const ROWS = ['10-yard', '15-yard'].flatMap((dumpsterSize) =>
  ['1-day', '7-day'].map((rentalOption) => ({
    rentalOption,
    dumpsterSize,
    material: 'mixed',
    title: `${dumpsterSize} ${rentalOption}`,
  })),
);

let model: PriceGridModel;

afterEach(cleanup);

function Page({ draft = FIRST_RATE_CARD.rates as readonly Rate[] }) {
  const history = useEditHistory({});
  model = makeGrid(ROWS, { draft, published: FIRST_RATE_CARD.rates, edits: history.edits });
  return (
    <PriceGrid
      label="Prices"
      grid={model}
      history={history}
      isComparing={false}
      target={null}
      onTargetReached={() => {}}
    />
  );
}

/** Presses a key on the element that has the focus. */
function press(key: string, options = {}) {
  fireEvent.keyDown(document.activeElement as Element, { key, ...options });
}
function type(text: string) {
  press(text.slice(0, 1));
  fireEvent.change(document.activeElement as Element, { target: { value: text } });
}
function paste(text: string) {
  fireEvent.paste(document.activeElement as Element, { clipboardData: { getData: () => text } });
}
const rateOf = (index: number) => model.rates?.[index];
const focused = () => document.activeElement as HTMLElement;

describe('the price grid', () => {
  beforeEach(() => {
    render(<Page />);
    within(screen.getByRole('grid')).getAllByRole('gridcell')[0]?.focus();
  });

  it('is edited by keyboard alone: typing replaces, Enter goes down, Tab goes on', () => {
    press('ArrowRight');
    press('ArrowRight');
    type('450');
    press('Enter');
    type('499.50');
    press('Tab');
    expect(focused().dataset.field).toBe('includedWeight');
    type('2 t');
    press('Enter');
    expect(rateOf(0)).toMatchObject({ price: 45_000, includedWeight: null });
    expect(rateOf(1)).toMatchObject({ price: 49_950, includedWeight: 4000 });
    expect(screen.getByText('$499.50').closest('td')?.textContent).toContain('changed, was empty');
  });

  it('leaves a cell that is typed over by an arrow, but not a text that is edited', () => {
    press('ArrowRight');
    type('400');
    press('ArrowDown');
    type('410');
    press('ArrowDown');
    expect([rateOf(0)?.deposit, rateOf(1)?.deposit]).toEqual([40_000, 41_000]);
    press('Enter');
    const editor = focused();
    press('ArrowLeft');
    expect(focused()).toBe(editor);
  });

  it('keeps the old value when Escape is pressed', () => {
    press('ArrowRight');
    type('1');
    press('Escape');
    expect(rateOf(0)?.deposit).toBe(32_500);
    expect(focused().dataset.field).toBe('deposit');
  });

  it('takes a range from another spreadsheet and says what did not fit', () => {
    press('ArrowRight');
    paste('"$1,000.00"\t2000\n300\t400.25\n1\t1\n2\t2\n3\t3\n');
    expect(rateOf(0)).toMatchObject({ deposit: 100_000, price: 200_000 });
    expect(rateOf(1)).toMatchObject({ deposit: 30_000, price: 40_025 });
    expect(screen.getByText('8 cells pasted; 2 cells did not fit')).toBeTruthy();
    press('z', { ctrlKey: true });
    expect(rateOf(0)).toMatchObject({ deposit: 32_500, price: null });
    press('z', { ctrlKey: true, shiftKey: true });
    expect(rateOf(0)).toMatchObject({ deposit: 100_000 });
  });

  it('counts what a paste took and what is not understood, and goes to the first of these', () => {
    press('ArrowRight');
    paste('400\tabc\n410\tn/a\n');
    const status = screen.getByRole('status').textContent;
    expect(status).toContain('2 cells pasted; 2 cells not understood');
    expect(status).toContain('10-yard 1-day, Price: Type dollars');
    expect(focused()).toBe(screen.getByText('abc').closest('td'));
    paste('xyz');
    expect(screen.getByRole('status').textContent).toContain('No cell pasted; 1 cell not understood');
    press('ArrowUp');
    expect(screen.getByRole('status').textContent).not.toContain('pasted');
  });

  it('fills a selection with one value, fills down and empties', () => {
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowDown', { shiftKey: true });
    paste('600');
    expect(model.rates?.map(({ price }) => price)).toEqual([60_000, 60_000, null, null]);
    press('ArrowDown', { ctrlKey: true, shiftKey: true });
    press('d', { ctrlKey: true });
    expect(model.rates?.map(({ price }) => price)).toEqual([60_000, 60_000, 60_000, 60_000]);
    press('Delete');
    expect(model.rates?.map(({ price }) => price)).toEqual([null, null, null, null]);
  });

  it('switches Offered with Space for the whole selection', () => {
    press('ArrowDown', { shiftKey: true });
    press(' ');
    expect(model.rates?.map(({ isOffered }) => isOffered)).toEqual([false, false, true, true]);
  });

  it('keeps what cannot be read, names the cell and gives no rates', () => {
    press('ArrowRight');
    type('abc');
    press('Enter');
    press('ArrowUp');
    expect(screen.getByText(/10-yard 1-day, Deposit: Type dollars/)).toBeTruthy();
    expect(screen.getByText('abc')).toBeTruthy();
    expect(model.rates).toBeNull();
  });

  it('refuses a deposit above the price', () => {
    press('ArrowRight');
    press('ArrowRight');
    type('100');
    press('Enter');
    expect(model.errors).toEqual([{ row: 0, column: 1, message: 'Must not be above the price' }]);
  });
});

it('a row without a rate stays without one until it is filled', () => {
  render(<Page draft={[]} />);
  expect(model.rates).toEqual([]);
  within(screen.getByRole('grid')).getAllByRole('gridcell')[0]?.focus();
  press(' ');
  expect(model.errors).toEqual([{ row: 0, column: 1, message: 'A deposit is required' }]);
  press('ArrowRight');
  type('325');
  press('Enter');
  expect(model.rates).toEqual([FIRST_RATE_CARD.rates[0]]);
});

it.each([
  ['includedWeight', '4,000', 4000],
  ['includedWeight', '1.5 tons', 3000],
  ['includedWeight', '250 lb', 250],
  ['overageUnit', '0.1 tons', 'tenth'],
  ['overageUnit', 'whole', 'whole'],
  ['isOffered', 'x', true],
  ['isOffered', '', false],
  ['price', '', null],
] as const)('%s takes %j', (field, text, value) => {
  expect(parseCell(field, text)).toEqual({ value });
});

it.each([
  ['includedWeight', '1.0001 t'],
  ['includedWeight', '0.3 lb'],
  ['includedWeight', '999999'],
  ['price', '1.005'],
  ['overageUnit', '0.3 ton'],
  ['isOffered', 'maybe'],
] as const)('%s refuses %j', (field, text) => {
  expect(parseCell(field, text)).toHaveProperty('error');
});

it('reads tables of Excel on each system, with quoted cells', () => {
  expect(parseTable('1\t"a ""b"""\r\n2\t\r\n')).toEqual([
    ['1', 'a "b"'],
    ['2', ''],
  ]);
});
