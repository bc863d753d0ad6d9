import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { describeAgreement } from '#domain/catalog/agreement.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { computeBookingPrice, findChosenRate } from '#web/public/booking/catalog/pending-booking.ts';
import { HelpMeChoose } from '#web/public/booking/extras/HelpMeChoose.tsx';
import { RentalStep } from '#web/public/booking/RentalStep.tsx';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { PRICED_CATALOG } from '#web/public/booking/test/priced-catalog.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { headlineOf } from '#web/public/rental/PriceSummary.tsx';
import { CostSection } from './CostSection.tsx';
import { CostTerms } from './CostTerms.tsx';
import { findCostBasis, unknownParts } from './cost-basis.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const PLACE = entriesWith({ zone: 'albany', zoneZip: '12345' });

function withRates(change: (rate: Rate) => Partial<Rate>, catalog = PRICED_CATALOG): PublicCatalog {
  return { ...catalog, rates: catalog.rates.map((rate) => ({ ...rate, ...change(rate) })) };
}

function priceIn(catalog: PublicCatalog, entries = PLACE) {
  const rate = findChosenRate(catalog, '7-day', entries);
  if (!rate) throw new Error('The catalog does not offer it');
  return computeBookingPrice(catalog, rate, entries);
}

function showCost(catalog = PRICED_CATALOG, entries = PLACE) {
  render(
    <BookingProvider catalog={catalog}>
      <CostSection price={priceIn(catalog, entries)} quantity={1} place={entries} />
    </BookingProvider>,
  );
}

const most = () => screen.getByRole('region', { name: 'What is the most I could pay?' });
const terms = () => screen.getByRole('region', { name: 'Good to know before you pay' });
/** The amount or text beside a name. */
const beside = (box: HTMLElement, name: string) =>
  [...box.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextSibling?.textContent;

test('the most is the price with the heaviest load and tax, and the text says what it covers', () => {
  showCost();
  // (449 + 1.0 ton at 95) x 1.08; 15 cubic yards of at most 400 lb.
  expect(most().querySelector('h2')?.nextSibling?.textContent).toBe('$587.52');
  expect(most().textContent).toContain('weighs 3.0 tons at most: 2,000 lb over, billed as 1.0 ton.');
  expect(most().textContent).toContain(
    'This covers your 7-Day Rental, that weight, and tax. It does not cover more days ($15 each), an exchange (ask us), or items and fees that cost extra',
  );
});

test('a dump and return is named with its price, as an exchange is', () => {
  const rates = PRICED_CATALOG.rates.map((rate) => ({ ...rate, dumpAndReturnPrice: 0 }));
  showCost({ ...PRICED_CATALOG, rates });
  expect(beside(terms(), 'Dumpster emptied and brought back')).toBe('$0');
  expect(most().textContent).toContain(
    'It does not cover more days ($15 each), an exchange (ask us), emptying the dumpster and bringing it back ($0), or items',
  );
});

test('the charges of every bill are in the total and in the most, and fees for what goes wrong stand apart', async () => {
  const chargeItems = PRICED_CATALOG.chargeItems.map((item) => ({
    ...item,
    ...(item.id === 'fuel' && { applies: 'mandatory' as const }),
    ...(item.id === 'overfilled' && { applies: 'penalty' as const }),
  }));
  const catalog = { ...PRICED_CATALOG, chargeItems };
  showCost(catalog);
  // 2.5 % of 449 with tax on top of the most without it.
  expect(most().textContent).toContain('$599.65');
  expect(most().textContent).toContain('that weight, Fuel surcharge, and tax.');
  const penalties = within(terms()).getByRole('heading', { name: 'Charged only if something goes wrong' });
  expect(beside(penalties.parentElement!, 'Overfilled dumpster')).toBe('$75');
  expect(terms().textContent).not.toContain('Fuel surcharge');
  fireEvent.click(screen.getByRole('button', { name: 'Calculate with your numbers' }));
  await screen.findByRole('button', { name: 'One more: Tire' });
  for (const name of ['Fuel surcharge', 'Overfilled dumpster'])
    expect(screen.queryByRole('button', { name: `One more: ${name}` })).toBeNull();
  const answer = document.querySelector('output')!;
  expect(beside(answer, 'Fuel surcharge')).toBe('$11.23');
  cleanup();
  render(
    <BookingProvider catalog={catalog}>
      <RentalStep onPick={() => {}} />
    </BookingProvider>,
  );
  // The 10-Yard: 399 and 2.5 % of it.
  expect(screen.getAllByRole('listitem').some(({ textContent }) => textContent?.includes('$408.98'))).toBe(
    true,
  );
});

test('the most of a street in a zone has the surcharge and the permit', () => {
  showCost(PRICED_CATALOG, { ...PLACE, zone: 'hills', placementType: 'street' });
  expect(most().textContent).toContain(
    'that weight, the delivery surcharge, the fee for the street, and tax.',
  );
  expect(most().textContent).toContain('$700.92');
});

test('a load within the included weight costs nothing more', () => {
  showCost(withRates(() => ({ includedWeight: 8_000 })));
  expect(most().textContent).toContain('$484.92');
  expect(most().textContent).toContain('that is within the included weight.');
});

test.each<[string, Partial<Rate>, string]>([
  ['extra weight', { overagePerTon: null }, 'extra weight has no fixed price'],
  ['any weight', { overagePerTon: null, includedWeight: null }, 'does not say what the weight'],
])('without a price for %s no highest amount is named', (_what, fields, text) => {
  showCost(withRates(() => fields));
  expect(most().textContent).toContain(text);
  expect(most().textContent).not.toMatch(/\$\d{3}/);
  expect(most().querySelector('a')?.href).toMatch(/^tel:/);
});

test('what the place of delivery can add is named until the place is known', () => {
  const { input } = findCostBasis(PRICED_CATALOG, priceIn(PRICED_CATALOG), PLACE)!;
  expect(unknownParts(PRICED_CATALOG, input, '12345')).toEqual([]);
  expect(unknownParts(PRICED_CATALOG, { ...input, zip: '' }, '12345')).toEqual([
    'a surcharge of your area',
    'tax',
  ]);
  expect(unknownParts(PRICED_CATALOG, { ...input, state: '' }, '12345')).toEqual(['tax']);
  expect(unknownParts(FIRST_CATALOG, { ...input, zip: '' }, '')).toEqual([]);
  showCost(PRICED_CATALOG, { ...PLACE, zip: '', zoneZip: '', zone: '', state: '' });
  expect(most().textContent).toContain('Your address can add a surcharge of your area and tax:');
});

test('a price of an older catalog has no highest amount: it would be computed with other rates', () => {
  const price = priceIn(PRICED_CATALOG);
  const dearer = withRates(({ price: old }) => ({ price: (old ?? 0) + 1_000 }));
  expect(findCostBasis(dearer, price, PLACE)?.input.zip).toBe('12345');
  const moreTax = { ...PRICED_CATALOG, taxRules: [] };
  expect(findCostBasis(moreTax, price, PLACE)).toBeNull();
  expect(findCostBasis({ ...PRICED_CATALOG, rates: [] }, price, PLACE)).toBeNull();
});

test('a chosen material keeps its own description beside what may go in otherwise', () => {
  const [mixed, concrete] = PRICED_CATALOG.materials;
  const light = { ...mixed!, id: 'yard', name: 'Yard waste', includes: 'Branches, leaves and sod' };
  const rates = PRICED_CATALOG.rates.flatMap((rate) =>
    rate.material === 'mixed' ? [rate, { ...rate, material: 'yard' }] : [rate],
  );
  const catalog = { ...PRICED_CATALOG, materials: [mixed!, concrete!, light], rates };
  showCost(catalog, { ...PLACE, material: 'yard' });
  const accepted = within(terms()).getByRole('heading', { name: 'What may go in' }).parentElement;
  expect(accepted?.textContent).toMatch(
    /^What may go inYard waste: Branches, leaves and sod\.Furniture and household junk; Wood/,
  );
  expect(terms().textContent).not.toContain('Never load these');
});

test('extras, waste and cancellation are visible without opening anything; long lists fold', () => {
  showCost();
  const shown = (name: string) => beside(terms(), name);
  expect(shown('Weight included')).toBe('2.0 tons');
  expect(shown('Each extra ton')).toBe('$95, in steps of 0.1 ton');
  expect(shown('Exchange for an empty dumpster')).toBe('Ask us');
  // Few firms offer it, so it is stated with a price only.
  expect(terms().textContent).not.toContain('Dumpster emptied and brought back');
  expect(shown('Mattress or box spring')).toBe('$35 each');
  expect(terms().textContent).toContain('You can cancel free of charge until 48 hours before');
  expect(within(terms()).getByText('Furniture and household junk; Wood, drywall and flooring')).toBeTruthy();
  expect(within(terms()).getByText(/^asbestos, medical waste/)).toBeTruthy();
  const folds = [...terms().querySelectorAll('details')];
  expect(folds.map((fold) => fold.querySelector('summary')?.textContent)).toEqual([
    'and 3 more',
    'and 2 more',
    'and 3 more',
  ]);
  expect(folds.every((fold) => !fold.open)).toBe(true);
  expect(beside(folds[0]!, 'Fuel surcharge')).toBe('2.5% of the rental');
  expect(terms().textContent).not.toContain('Street permit');
});

test('beside the payment the terms have the total of the heaviest load', () => {
  const price = priceIn(PRICED_CATALOG);
  const agreement = describeAgreement(PRICED_CATALOG, { ...price.rate, quote: price.quote });
  const basis = findCostBasis(PRICED_CATALOG, price, PLACE);
  render(<CostTerms agreement={agreement} dueNow={15_000} basis={basis} />);
  expect(beside(terms(), 'Your total with the heaviest load, 3.0 tons')).toBe('$587.52');
});

test('a rental with a deposit only has its rules, and no amount that is not known', () => {
  showCost(FIRST_CATALOG);
  expect(screen.queryByText('What is the most I could pay?')).toBeNull();
  expect(terms().textContent).toContain('What must not go in');
  expect(terms().textContent).toContain('If you cancel before the truck has left');
  expect(terms().textContent).not.toContain('$');
});

test('the calculator shows every line and the total of a load, days and items', async () => {
  showCost();
  fireEvent.click(screen.getByRole('button', { name: 'Calculate with your numbers' }));
  const weight = await screen.findByRole('slider', { name: 'Weight of your load' });
  expect(weight.getAttribute('aria-valuetext')).toBe('2.0 tons');
  fireEvent.change(weight, { target: { value: '19' } });
  fireEvent.change(screen.getByRole('slider', { name: 'Days longer' }), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'One more: Tire' }));
  fireEvent.click(screen.getByRole('button', { name: 'One more: Fuel surcharge' }));
  const answer = document.querySelector('output')!;
  expect(beside(answer, 'Extra weight: 750 lb over, billed as 0.4 ton')).toBe('$38.00');
  expect(beside(answer, 'Extra days (2 × $15.00)')).toBe('$30.00');
  expect(beside(answer, 'Tire')).toBe('$15.00');
  expect(beside(answer, 'Fuel surcharge')).toBe('$11.23');
  // (449 + 38 + 30 + 15 + 11.23) x 1.08
  expect(beside(answer, 'Total')).toBe('$586.69');
  expect(beside(answer, 'Due today')).toBe('$150.00');
  // A percentage counts once.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more: Fuel surcharge' }).disabled).toBe(
    true,
  );
});

test.each(['private', 'street'] as const)(
  'the calculator never adds a street fee: %s',
  async (placementType) => {
    showCost(PRICED_CATALOG, { ...PLACE, zone: 'hills', placementType });
    fireEvent.click(screen.getByRole('button', { name: 'Calculate with your numbers' }));
    await screen.findByRole('button', { name: 'One more: Tire' });
    expect(screen.queryByRole('button', { name: 'One more: Street permit' })).toBeNull();
  },
);

test('the heaviest load of the calculator costs what the most says', async () => {
  showCost();
  fireEvent.click(screen.getByRole('button', { name: 'Calculate with your numbers' }));
  const weight = await screen.findByRole<HTMLInputElement>('slider', { name: 'Weight of your load' });
  fireEvent.change(weight, { target: { value: weight.max } });
  expect(beside(document.querySelector('output')!, 'Total')).toBe('$587.52');
});

test('the calculator asks to call where more weight has no price', async () => {
  showCost(withRates(() => ({ overagePerTon: null, extraDay: null })));
  fireEvent.click(screen.getByRole('button', { name: 'Calculate with your numbers' }));
  const weight = await screen.findByRole<HTMLInputElement>('slider', { name: 'Weight of your load' });
  expect(beside(document.querySelector('output')!, 'Total')).toBe('$484.92');
  fireEvent.change(weight, { target: { value: weight.max } });
  expect(document.querySelector('output')?.textContent).toContain('extra weight has no fixed price. Call');
  expect(screen.queryByRole('slider', { name: 'Days longer' })).toBeNull();
});

test('help with the size takes a project or counted items, and names size, weight and price', () => {
  const onUse = vi.fn();
  const { input } = findCostBasis(PRICED_CATALOG, priceIn(PRICED_CATALOG), PLACE)!;
  render(
    <BookingProvider catalog={PRICED_CATALOG}>
      <HelpMeChoose input={input} onUse={onUse} />
    </BookingProvider>,
  );
  // 5,500 lb are 0.8 ton over what the 15-Yard includes, and within what the 20-Yard does.
  expect(screen.getByRole('button', { name: 'Use the 20-Yard' })).toBeTruthy();
  expect(screen.getByText('$549.72 in total, by weight')).toBeTruthy();
  const sizes = [...document.querySelectorAll('dt')].map(
    (term) => `${term.textContent}: ${term.nextSibling?.textContent}`,
  );
  expect(sizes).toEqual([
    '20-Yard, 3.0 tons included: $549.72',
    '15-Yard, 2.0 tons included: $484.92 to $567.00',
    '30-Yard, 4.0 tons included: $646.92',
  ]);
  const project = screen.getByRole('combobox', { name: 'What are you working on?' });
  fireEvent.change(project, { target: { value: 'patio' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use the 10-Yard' }));
  expect(onUse).toHaveBeenCalledWith('10-yard', 'concrete');
  fireEvent.change(project, { target: { value: 'items' } });
  expect(screen.getByText('Choose what you want to get rid of.')).toBeTruthy();
  for (let count = 0; count < 4; count += 1)
    fireEvent.click(screen.getByRole('button', { name: 'One more: Sofa' }));
  fireEvent.click(screen.getByRole('button', { name: 'One less: Sofa' }));
  expect(screen.getByText(/About 6 to 9 cubic yards, 0\.18 ton to 0\.38 ton\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use the 10-Yard' })).toBeTruthy();
});

test('a price that is paid in full is not called a deposit', () => {
  const inFull = withRates(({ price }) => ({ deposit: price ?? 0 }));
  expect(headlineOf(priceIn({ ...inFull, taxRules: [] }))).toEqual({
    label: 'Price',
    amount: 44_900,
    dueToday: null,
  });
  expect(headlineOf(priceIn(PRICED_CATALOG))).toEqual({ label: 'Total', amount: 48_492, dueToday: 15_000 });
  expect(headlineOf(priceIn(FIRST_CATALOG))).toEqual({ label: 'Deposit', amount: 42_500, dueToday: null });
});
