import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import type { Board } from '#contract/dispatch.ts';
import type { OpenDialog } from './BoardDialogs.tsx';
import type { JobSelection } from './use-job-selection.ts';
import { jobsById, stopTitle } from './words.ts';

type KeyOptions = {
  board: Board;
  selection: JobSelection;
  planJobs: (jobIds: readonly number[]) => void;
  onDialog: (dialog: OpenDialog) => void;
};

/**
 * The keys of the cards of a board, for the element around them. M on a card opens the choice of route and position, W
 * the time window of its job. Up and down move the focus to the next card; with Shift they also select the job. When the
 * focused card moves away, the card that takes its position gets the focus. `focusBoard` gives the focus back to the cards.
 */
export function useCardKeys(options: KeyOptions & { mayWrite: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<{ card: string; index: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards move when the board changes
  useEffect(() => {
    if (last.current && document.activeElement === document.body) focusNear(box.current, last.current);
  }, [options.board]);
  const keys = {
    ref: box,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (options.mayWrite) pressOnCard(event, options);
    },
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const card = target.closest<HTMLElement>('[data-card]');
      last.current = card && {
        card: card.dataset.card ?? '',
        index: cardsIn(currentTarget).indexOf(card),
      };
    },
    // A user with a pointer needs no focus in the list.
    onPointerDownCapture: () => {
      last.current = null;
    },
  };
  const focusBoard = () => {
    if (!last.current || !focusNear(box.current, last.current)) focusStart();
  };
  return { keys, focusBoard };
}

const cardsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-card]')];
const focusCard = (card: HTMLElement | undefined) =>
  card?.querySelector<HTMLElement>('input, a, button')?.focus();

/** False without a card. */
function focusNear(box: HTMLElement | null, { card, index }: { card: string; index: number }): boolean {
  const cards = box ? cardsIn(box) : [];
  const same = cards.find((one) => one.dataset.card === card);
  focusCard(same ?? cards[Math.min(Math.max(index, 0), cards.length - 1)]);
  return cards.length > 0;
}

/** The first open job, or else the heading of the routes. */
function focusStart(): void {
  const start =
    document.querySelector<HTMLElement>('[data-card^="job"] input') ?? document.getElementById('routes');
  start?.focus({ preventScroll: true });
}

/** The type and id of a card: 'job 12', 'stop 45'. */
function readCardKey(card: HTMLElement): { kind: string | undefined; id: number } {
  const [kind, id] = (card.dataset.card ?? '').split(' ');
  return { kind, id: Number(id) };
}

function pressOnCard(event: KeyboardEvent<HTMLElement>, options: KeyOptions) {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const card = event.target.closest<HTMLElement>('[data-card]');
  if (!card || event.target.closest('[role=menu], dialog')) return;
  if (event.key.toLowerCase() === 'm') {
    event.preventDefault();
    planCard(card, options);
    return;
  }
  if (event.key.toLowerCase() === 'w') {
    event.preventDefault();
    openWindow(card, options);
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.target.getAttribute('aria-haspopup') === 'menu') return;
  event.preventDefault();
  const cards = cardsIn(event.currentTarget);
  const next = cards[cards.indexOf(card) + step];
  if (next && event.shiftKey) selectCards([card, next], options);
  focusCard(next);
}

function planCard(card: HTMLElement, { board, selection, planJobs, onDialog }: KeyOptions): void {
  const { kind, id } = readCardKey(card);
  if (kind === 'job') planJobs(selection.ids.has(id) ? [...selection.ids] : [id]);
  if (kind !== 'stop') return;
  const stop = board.routes.flatMap(({ stops }) => stops).find((one) => one.id === id);
  if (stop?.status === 'pending') {
    onDialog({ type: 'place', placed: { kind: 'stop', stopId: id }, name: stopTitle(stop) });
  }
}

function openWindow(card: HTMLElement, { board, onDialog }: KeyOptions): void {
  const { kind, id } = readCardKey(card);
  const stops = board.routes.flatMap((route) => route.stops);
  const stop = stops.find((one) => kind === 'stop' && one.id === id && one.status === 'pending');
  const job = kind === 'job' ? jobsById(board).get(id) : stop?.job;
  if (job) onDialog({ type: 'window', job });
}

function selectCards(cards: readonly HTMLElement[], { board, selection }: KeyOptions): void {
  const open = new Set(board.jobs.map(({ id }) => id));
  const jobIds = cards
    .map(readCardKey)
    .flatMap(({ kind, id }) => (kind === 'job' && open.has(id) ? [id] : []));
  selection.set([...new Set([...selection.ids, ...jobIds])]);
}
