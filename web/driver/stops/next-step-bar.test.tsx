import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';
import { NextStepBar } from './NextStepBar.tsx';
import { stateOf } from './stop-state.ts';

afterEach(cleanup);

const button = (name: string) => screen.queryByRole('button', { name });

function showBar(stop: ReturnType<typeof sampleStop>, today: string) {
  const [route] = sampleRoutes([stop]).routes;
  if (!route) throw new Error('The sample has no route');
  return render(<NextStepBar state={stateOf(stop, [])} route={route} today={today} />);
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
