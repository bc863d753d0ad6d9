import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type Day, monthOf } from '#domain/shared/days.ts';
import { MonthBar, MonthDay, MonthGrid, useDayWalk } from './MonthGrid.tsx';
import { spokenDay } from './month.ts';

afterEach(cleanup);

const WINDOW = { firstDay: '2026-11-21', lastDay: '2027-01-10' };
const TODAY = '2026-11-25';

/** What the ARIA authoring practices ask of a grid of days. */
function Shown() {
  const [month, setMonth] = useState('2026-11');
  const [walkedTo, setWalkedTo] = useState<Day | null>(null);
  const onWalk = (day: Day) => {
    setWalkedTo(day);
    setMonth(monthOf(day));
  };
  const walk = useDayWalk<HTMLTableElement>({ ...WINDOW, walkedTo, onWalk });
  return (
    <>
      <MonthBar id="title" month={month} {...WINDOW} onTurn={setMonth} />
      <MonthGrid {...walk} isWalked month={month} aria-labelledby="title" headClassName="" className="">
        {(day) => (
          <MonthDay
            key={day}
            day={day}
            label={spokenDay(day)}
            isToday={day === TODAY}
            isPicked={day === '2026-11-26'}
            isTabStop={day === (walkedTo ?? TODAY)}
          />
        )}
      </MonthGrid>
    </>
  );
}

const focused = () => (document.activeElement as HTMLElement).dataset.day;
const press = (key: string) => {
  fireEvent.keyDown(document.activeElement as Element, { key });
  return focused();
};

test('the grid has the name of its month, whole weeks, one tab stop, today and the picked day', () => {
  render(<Shown />);
  const grid = screen.getByRole('grid', { name: 'November 2026' });
  expect(screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('abbr'))).toEqual([
    'Sunday',
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
  ]);
  expect(grid.querySelectorAll('td')).toHaveLength(5 * 7);
  expect(grid.querySelectorAll('button')).toHaveLength(30);
  const days = (selector: string) =>
    [...grid.querySelectorAll<HTMLElement>(selector)].map(({ dataset }) => dataset.day);
  expect([days('[tabindex="0"]'), days('[aria-current="date"]')]).toEqual([[TODAY], [TODAY]]);
  expect(days('[aria-selected="true"] button')).toEqual(['2026-11-26']);
});

test('keys move the focus by days, weeks and months, and not beyond the first and the last day', () => {
  render(<Shown />);
  screen.getByRole('button', { name: 'Wednesday, November 25, 2026' }).focus();
  const keys = [
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'ArrowDown',
    'Home',
    'End',
    'PageDown',
    'PageDown',
    'PageUp',
  ];
  expect(keys.map(press)).toEqual([
    '2026-11-26',
    '2026-11-25',
    '2026-11-21',
    '2026-11-28',
    '2026-11-22',
    '2026-11-28',
    '2026-12-28',
    '2027-01-10',
    '2026-12-10',
  ]);
  expect(screen.getByRole('grid', { name: 'December 2026' }).querySelectorAll('[tabindex="0"]')).toHaveLength(
    1,
  );
  expect(press('a')).toBe('2026-12-10');
});

test('buttons turn to the months of the window and leave the focus where it is', () => {
  render(<Shown />);
  const turn = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(turn('Previous month').disabled).toBe(true);
  turn('Next month').focus();
  fireEvent.click(turn('Next month'));
  expect(document.activeElement).toBe(turn('Next month'));
  fireEvent.click(turn('Next month'));
  expect(screen.getByRole('grid', { name: 'January 2027' })).toBeTruthy();
  expect(turn('Next month').disabled).toBe(true);
});

test('without keys a month is a table', () => {
  render(
    <MonthGrid month="2026-12" headClassName="" className="">
      {(day) => <td key={day}>{day}</td>}
    </MonthGrid>,
  );
  expect(screen.getAllByRole('row')[1]?.textContent).toBe(
    '2026-12-012026-12-022026-12-032026-12-042026-12-05',
  );
  expect(screen.getByRole('table')).toBeTruthy();
});
