import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';
import { NextStepBar } from './NextStepBar.tsx';
import { computeStopState, nextStopIndex } from './stop-state.ts';

afterEach(cleanup);

const button = (name: string) => screen.queryByRole('button', { name });

function showBar(stop: ReturnType<typeof sampleStop>, today: string, stops = [stop]) {
  const [route] = sampleRoutes(stops).routes;
  if (!route) throw new Error('The sample has no route');
  return render(<NextStepBar state={computeStopState(stop, [])} route={route} today={today} />);
}

test("'On my way' on tomorrow's stop asks first, because the customer is notified", () => {
  showBar(sampleStop(), '2026-11-22');
  fireEvent.click(button('On my way')!);
  expect(screen.getByText("This stop is on tomorrow's route.")).toBeTruthy();
  expect(screen.getByText(/The customer gets the message that you are on the way now\./)).toBeTruthy();
  expect(document.activeElement).toBe(button('Not today'));
  fireEvent.click(button('Not today')!);
  expect([button('Start it today'), button('On my way') !== null]).toEqual([null, true]);
});

test('a stop of today is not asked about, and a break has its own words', () => {
  const { unmount } = showBar(sampleStop(), '2026-11-23');
  fireEvent.click(button('On my way')!);
  expect(screen.queryByText("This stop is on tomorrow's route.")).toBeNull();
  unmount();
  showBar(sampleStop({ type: 'break', customer: null, place: null, requiredItems: [] }), '2026-11-23');
  expect([button('Start the break') !== null, button('On my way')]).toEqual([true, null]);
  expect(screen.getByRole('link', { name: 'Skip the break' })).toBeTruthy();
});

test('a stop out of order is asked about once', () => {
  const stops = [1, 2, 3].map((id) => sampleStop({ id }));
  const { unmount } = showBar(stops[1]!, '2026-11-23', stops);
  fireEvent.click(button('On my way')!);
  expect(screen.getByText('Stop 1, Ada Lovelace, comes before this one.')).toBeTruthy();
  fireEvent.click(button('Go back')!);
  expect(button('On my way')).toBeTruthy();
  unmount();
  // The second stop was begun: that the first one was skipped is known.
  const begun = [stops[0]!, sampleStop({ id: 2, status: 'delivered' }), stops[2]!];
  showBar(begun[2]!, '2026-11-23', begun);
  fireEvent.click(button('On my way')!);
  expect(screen.queryByText(/comes before this one/)).toBeNull();
});

test("'Next' does not return to a yard that was passed, and stays at a stop that was begun", () => {
  const yard = sampleStop({ id: 1, type: 'yard', customer: null });
  const done = sampleStop({ id: 2, status: 'delivered' });
  const nextOf = (...stops: ReturnType<typeof sampleStop>[]) =>
    nextStopIndex(stops.map((stop) => computeStopState(stop, [])));
  expect(nextOf(yard, done, sampleStop({ id: 3 }))).toBe(2);
  expect(nextOf(yard, done)).toBe(-1);
  expect(nextOf(sampleStop({ id: 1 }), done, sampleStop({ id: 3 }))).toBe(0);
  expect(nextOf(sampleStop({ id: 1 }), sampleStop({ id: 2, status: 'in_transit' }))).toBe(1);
  expect(nextOf(done, { ...yard, id: 3 })).toBe(1);
});
