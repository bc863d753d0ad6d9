import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { Panel } from './Panel.tsx';

let focus: MockInstance<HTMLElement['focus']>;

beforeEach(() => {
  focus = vi.spyOn(HTMLElement.prototype, 'focus');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (isUnprompted: boolean) =>
  render(
    <Panel title="Your hold has ended" takesFocus={isUnprompted ? 'still' : true}>
      Check again.
    </Panel>,
  );
const heading = () => screen.getByRole('heading', { name: 'Your hold has ended' });

function openInFrame({ hasFocus }: { hasFocus: boolean }) {
  vi.stubGlobal('parent', {});
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
}

test.each([
  { isUnprompted: false, what: 'an answer to an action scrolls into view' },
  { isUnprompted: true, what: 'an unprompted panel takes the focus without scrolling' },
])('$what', ({ isUnprompted }) => {
  openInFrame({ hasFocus: true });
  show(isUnprompted);
  expect(document.activeElement).toBe(heading());
  expect(focus.mock.calls.map(([options]) => options?.preventScroll ?? false)).toEqual([isUnprompted]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([false, true])(
  'a frame without the focus leaves it to the host page, and the title is an alert (unprompted: %s)',
  (isUnprompted) => {
    openInFrame({ hasFocus: false });
    show(isUnprompted);
    expect(focus).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain('Your hold has ended');
  },
);

test('a page that is not framed takes the focus also while its window has none', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  show(true);
  expect(document.activeElement).toBe(heading());
  expect(screen.queryByRole('alert')).toBeNull();
});
