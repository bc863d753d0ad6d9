import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import type { PlanTotals } from '#contract/dispatch-plan.ts';
import {
  BOARD_DAY,
  boardInstant,
  sampleBoard,
  sampleBoardJob,
  sampleBoardStop,
  sampleRoute,
} from '#web/test/dispatch.ts';
import { showOffice } from '#web/test/office.tsx';
import { showBoard } from '#web/test/office-board.tsx';
import { type JobFilters, matchesJob, NO_FILTERS } from './job-filters.ts';
import { MapPanel } from './map/MapPanel.tsx';
import { comparisonText } from './PlanDialog.tsx';

test.each<[Partial<JobFilters>, number[]]>([
  [{}, [1, 2, 3]],
  [{ type: 'final_pickup' }, [2]],
  [{ size: '20-yard' }, [3]],
  [{ zone: 'North' }, [1]],
  [{ zone: 'none' }, [2, 3]],
  [{ type: 'delivery', zone: 'none' }, [3]],
  [{ size: '15-yard', type: 'delivery', zone: 'none' }, []],
  [{ q: 'moss2' }, [2]],
  [{ q: '#3 ada' }, [3]],
])('the filters %j leave the jobs %j', (filters, ids) => {
  const jobs = [
    sampleBoardJob(1, { zone: 'North' }),
    sampleBoardJob(2, { type: 'final_pickup' }),
    sampleBoardJob(3, { dumpsterType: '20-yard' }),
  ];
  expect(jobs.filter(matchesJob({ ...NO_FILTERS, ...filters })).map(({ id }) => id)).toEqual(ids);
});

const column = () => within(screen.getByRole('region', { name: /Kim Lee/ }));

describe('a column', () => {
  it('has the start, the stops, the minutes, the miles and the load in its head', async () => {
    const route = sampleRoute([sampleBoardStop(1), sampleBoardStop(2)], {
      start: { id: 1, name: 'Main yard' },
      minutes: 125,
      meters: 16_100,
    });
    await showBoard(sampleBoard([], [route]));
    const text = screen.getByRole('region', { name: /Kim Lee/ }).textContent;
    expect(text).toContain('Main yard 7:00 AM · 2 stops · 2 h 5 min · 10 mi');
    column().getByText('20 min drive, 5.6 mi, 2 empty');
    expect(text).toContain('Truck 2, 2 units');
  });
});

test.each([
  [true, 'Drives are estimated from straight lines.'],
  [false, '© OpenStreetMap contributors'],
])('the board says where its times come from (estimate: %s)', async (isEstimate, text) => {
  await showBoard(sampleBoard([], [sampleRoute([sampleBoardStop(1)])], { isEstimate }));
  screen.getByText(text);
});

it('view_only sees the board without what would change it', async () => {
  const stop = sampleBoardStop(2);
  const { asked } = await showBoard(
    sampleBoard([sampleBoardJob(1)], [sampleRoute([stop])]),
    {},
    { role: 'view_only' },
  );
  for (const name of [/^Publish/, 'Plan day', 'Add route', /^Plan Delivery/, 'Select all']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.queryByRole('checkbox')).toBeNull();
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
  expect(cards).toHaveLength(2);
  for (const card of cards) {
    expect(card.className).not.toContain('cursor-grab');
    fireEvent.keyDown(card.querySelector('a') ?? card, { key: 'm' });
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(column().getByRole('button', { name: 'Actions for the route of Kim Lee' }));
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['Print route', 'Show history']);
  expect(asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
});

it('the card of a job without a unit names the unit that is proposed, or that none is free', async () => {
  const proposedUnit = { id: 8, number: 'D-8' };
  await showBoard(
    sampleBoard(
      [sampleBoardJob(1, { unit: null, proposedUnit }), sampleBoardJob(2, { unit: null }), sampleBoardJob(3)],
      [],
    ),
  );
  const [first, second, third] = [1, 2, 3].map(
    (id) => document.querySelector(`[data-card="job ${id}"]`)?.textContent,
  );
  expect(first).toContain('No unitproposed: D-8');
  expect(second).toContain('No unitnone free in the yard');
  expect(third).not.toContain('proposed');
});

describe('the timeline', () => {
  const percent = (text: string) => Number.parseFloat(text);
  const bar = (name: RegExp) => {
    const [item] = screen.getAllByRole('listitem').filter(({ textContent }) => name.test(textContent ?? ''));
    if (!item) throw new Error(`No stop ${name} is shown`);
    return { item, box: within(item).getByRole('link') };
  };
  // 7:00 AM to 5:00 PM, shown from 6:00 AM to 6:00 PM: an hour is a twelfth.
  const hour = 100 / 12;
  const show = (changes: Parameters<typeof sampleBoard>[2] = {}) =>
    showBoard(
      sampleBoard(
        [],
        [
          sampleRoute([
            sampleBoardStop(1, {
              arrival: boardInstant('13:00'),
              departure: boardInstant('15:00'),
              waitingMinutes: 60,
            }),
            sampleBoardStop(2, {
              arrival: boardInstant('16:00'),
              departure: boardInstant('16:30'),
              status: 'delivered',
            }),
          ]),
        ],
        changes,
      ),
      {},
      { view: 'timeline' },
    );

  it('shows when a stop begins and how long it takes, and hatches the time of waiting', async () => {
    await show();
    const { item, box } = bar(/Moss1/);
    expect(percent(box.style.left)).toBeCloseTo(3 * hour, 3);
    expect(percent(box.style.width)).toBeCloseTo(hour, 3);
    const waiting = item.querySelector<HTMLElement>('.waiting');
    expect(waiting?.title).toBe('Waits 1 h');
    expect([percent(waiting?.style.left ?? ''), percent(waiting?.style.width ?? '')]).toEqual([
      expect.closeTo(2 * hour, 3),
      expect.closeTo(hour, 3),
    ]);
    expect(bar(/Moss2/).item.querySelector('.waiting')).toBeNull();
  });

  it('fills the stops that are done', async () => {
    await show();
    expect(bar(/Moss1/).box.className).toContain('bg-brand-soft');
    expect(bar(/Moss2/).box.className.split(' ')).toContain('bg-brand');
  });

  it('has a line of the current time on the day of today alone', async () => {
    await show({ now: boardInstant('17:00') });
    const line = screen.getByRole('img', { name: 'Now, 12:00 PM' });
    expect(percent(line.style.left)).toBeCloseTo(6 * hour, 3);
  });

  it('has no line of the current time on another day', async () => {
    await show({ today: '2099-11-22' });
    expect(screen.queryByRole('img', { name: /^Now/ })).toBeNull();
  });

  it('lists the addresses that are not exact, with the button that places the pin', async () => {
    const mapPoint = (precision: 'zip' | 'rooftop') => ({ lat: 42.7, lng: -73.8, precision });
    const stops = [
      sampleBoardStop(1, { job: sampleBoardJob(1, { mapPoint: mapPoint('zip') }) }),
      sampleBoardStop(2, { job: sampleBoardJob(2, { mapPoint: mapPoint('rooftop') }) }),
      sampleBoardStop(3, { job: sampleBoardJob(3) }),
      sampleBoardStop(4, { job: sampleBoardJob(4), status: 'delivered' }),
    ];
    await showBoard(sampleBoard([], [sampleRoute(stops)]), {}, { view: 'timeline' });
    const list = within(screen.getByRole('region', { name: 'Addresses to check' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^A1Delivery for Ada Moss1.*Address not exactPlace pin$/),
      expect.stringMatching(/^A3Delivery for Ada Moss3.*Not on the mapPlace pin$/),
    ]);
    list.getByRole('button', { name: 'Place pin of Delivery for Ada Moss1' });
    expect(bar(/Moss1, .*, address not exact$/).box.className).toContain('border-dashed');
  });
});

it('a card says which window the customer expects, and in red when the driver arrives outside of it', async () => {
  const window = (from: string, to: string) => ({
    arrivalWindow: { day: BOARD_DAY, from: boardInstant(from), to: boardInstant(to), isChanged: false },
  });
  const stops = [
    sampleBoardStop(1, { job: sampleBoardJob(1, window('13:00', '15:00')) }),
    sampleBoardStop(2, { job: sampleBoardJob(2, window('16:00', '18:00')) }),
  ];
  await showBoard(sampleBoard([], [sampleRoute(stops)]));
  expect(column().getByTitle('Customer expects 8:00 AM to 10:00 AM').textContent).toContain(
    'Customer expects',
  );
  const missed = 'Customer expects 11:00 AM to 1:00 PM, and the driver arrives outside of it';
  expect(column().getByText(missed).parentElement?.className).toContain('text-danger');
});

it('an address that is not exact has a sign on its card, which places the pin', async () => {
  const stop = (id: number, precision: 'zip' | 'manual') =>
    sampleBoardStop(id, { job: sampleBoardJob(id, { mapPoint: { lat: 42.7, lng: -73.8, precision } }) });
  await showBoard(sampleBoard([], [sampleRoute([stop(1, 'zip'), stop(2, 'manual')])]));
  expect(column().getAllByRole('button', { name: /place pin/ })).toHaveLength(1);
  column().getByRole('button', { name: 'Address not exact: place pin of Delivery for Ada Moss1' });
  fireEvent.click(column().getByRole('button', { name: 'Actions for Delivery for Ada Moss2' }));
  screen.getByRole('menuitem', { name: 'Change pin' });
});

it('the map takes the place of the routes, and the day is printed from the board', async () => {
  await showBoard(sampleBoard([sampleBoardJob(1)], [sampleRoute([sampleBoardStop(2)])]));
  expect(screen.queryByRole('region', { name: 'Map' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Map' }));
  screen.getByRole('region', { name: 'Map' });
  screen.getByRole('checkbox', { name: 'Select Delivery for Ada Moss1' });
  expect(screen.queryByRole('region', { name: /Kim Lee/ })).toBeNull();
  const pressed = () =>
    ['columns', 'timeline', 'Map'].filter(
      (name) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true',
    );
  expect(pressed()).toEqual(['Map']);
  fireEvent.click(screen.getByRole('button', { name: 'columns' }));
  column();
  expect(pressed()).toEqual(['columns']);
  const print = screen.getByRole('link', { name: 'Print day' });
  expect(print.getAttribute('href')).toBe(`/admin/print/day?day=${BOARD_DAY}`);
});

it('the sites of the map are in a list, also those without a place and without a map', async () => {
  const sites = [
    { id: 1, kind: 'yard' as const, name: 'Main yard', lat: 42.7, lng: -73.8 },
    { id: 2, kind: 'disposal' as const, name: 'Landfill', lat: null, lng: null },
  ];
  showOffice(<MapPanel board={sampleBoard([], [], { sites })} />);
  const list = within(screen.getByRole('list', { name: 'Yards and disposal sites' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '⌂Yard: Main yard',
    '▼Disposal site: Landfillnot on the map',
  ]);
});

describe('what a proposal saves', () => {
  const totals = { jobs: 5, minutes: 300, driveMinutes: 120, meters: 80_467, late: 0 };
  const mile = 1609.344;
  test.each<[string, Partial<PlanTotals>, Partial<PlanTotals>]>([
    ['Saves 25 min and 12 mi of driving.', {}, { driveMinutes: 95, meters: 80_467 - 12 * mile }],
    ['Saves 25 min of driving.', {}, { driveMinutes: 95 }],
    ['Saves 25 min of driving.', {}, { driveMinutes: 95, meters: 80_467 + mile }],
    [
      'Adds 1 job with 30 min and 11 mi of driving.',
      { jobs: 4 },
      { driveMinutes: 150, meters: 80_467 + 11 * mile },
    ],
    ['Adds 2 jobs and saves 30 min of driving.', { jobs: 3 }, { driveMinutes: 90 }],
    ['Adds 10 min of driving; 1 stop is no longer late.', { late: 1 }, { driveMinutes: 130 }],
    ['Adds 10 min of driving.', {}, { driveMinutes: 130 }],
  ])('%s', (text, current, proposed) => {
    const proposal = {
      current: { ...totals, ...current },
      proposed: { ...totals, ...proposed },
      routes: [],
      day: '2099-11-23',
      isEstimate: false,
      notice: null,
      attribution: null,
      unplaced: [],
    };
    expect(comparisonText(proposal)).toBe(text);
  });
});

test('the board of tomorrow calls no job late that is still on the route of today', async () => {
  const today = '2099-11-22';
  const left = { stopId: 3, routeId: 4, day: today };
  const jobs = [
    sampleBoardJob(1, { dueDay: today, leftOn: left }),
    sampleBoardJob(2, { dueDay: '2099-11-20', leftOn: { ...left, day: '2099-11-20' } }),
    sampleBoardJob(3),
  ];
  await showBoard(sampleBoard(jobs, [], { today }));
  const earlier = within(screen.getByRole('list', { name: 'Due earlier' }));
  expect(earlier.getAllByRole('listitem')).toHaveLength(2);
  earlier.getByText("Still on today's route");
  earlier.getByText('Not done on its route');
  expect(screen.queryByRole('list', { name: 'Late' })).toBeNull();
});

test('two stops at one address have no drive between them', async () => {
  const stops = [sampleBoardStop(1), sampleBoardStop(2, { driveMinutes: 0, meters: 0 })];
  await showBoard(sampleBoard([], [sampleRoute(stops)]));
  column().getByText(/Same address/);
  expect(column().queryByText(/0 min drive, 0/)).toBeNull();
});
