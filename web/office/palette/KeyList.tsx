import { COMMAND_KEY } from '#web/kit/ui/browser/key-press.ts';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';

type Key = { keys: readonly string[]; what: string };

const GROUPS: readonly { title: string; keys: readonly Key[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: [`${COMMAND_KEY} K`], what: 'Find a booking, client, unit, page or action' },
      { keys: ['N'], what: 'New booking' },
      { keys: ['/'], what: 'Search the list' },
      { keys: ['?'], what: 'Show these keys' },
      { keys: [`${COMMAND_KEY} Enter`], what: 'Confirm a dialog, from any field' },
      { keys: ['Esc'], what: 'Close a dialog or menu' },
    ],
  },
  {
    title: 'In a list',
    keys: [
      { keys: ['J', '↓'], what: 'Next row' },
      { keys: ['K', '↑'], what: 'Previous row' },
      { keys: ['Home', 'End'], what: 'First row, last row' },
      { keys: ['Enter'], what: 'Open the row' },
      { keys: ['Space'], what: 'Show the details of the row' },
      { keys: ['X'], what: 'Select the row' },
      { keys: ['.'], what: 'Go to the actions on the selected rows' },
      { keys: ['Esc'], what: 'Clear the selection' },
      { keys: ['M', 'E', 'S', 'R', 'P'], what: 'In bookings: as on the page of the booking' },
    ],
  },
  {
    title: 'In the calendar and the fleet timeline',
    keys: [
      { keys: ['←', '↑', '→', '↓'], what: 'Go from booking to booking' },
      { keys: ['Enter'], what: 'Pick up a booking; move it to the chosen day or unit' },
      { keys: ['Esc'], what: 'Put it back' },
    ],
  },
  {
    title: 'On a card of the dispatch board',
    keys: [
      { keys: ['↓', '↑'], what: 'Next card, previous card; with Shift, select jobs' },
      { keys: ['M'], what: 'Choose route and position' },
      { keys: ['W'], what: 'Set the time window' },
    ],
  },
  {
    title: 'On the page of a booking',
    keys: [
      { keys: ['M'], what: 'Move the delivery' },
      { keys: ['E'], what: 'Change the last day' },
      { keys: ['S'], what: 'Change the size' },
      { keys: ['R'], what: 'Change the rental' },
      { keys: ['X'], what: 'Exchange the unit' },
      { keys: ['P'], what: 'Print the work order' },
    ],
  },
];

/** All keys of the office. They do nothing while you type in a field or hold Ctrl, Alt or Cmd. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      layout="wide"
      footer={<CloseFooter onClose={onClose} />}
      title="Keyboard shortcuts"
      text="Single keys do nothing while you type in a field."
      onClose={onClose}
    >
      {GROUPS.map(({ title, keys }) => (
        <section key={title} aria-label={title} className="mt-5">
          <h3 className="font-semibold text-ink-soft text-sm">{title}</h3>
          <dl className="mt-2 space-y-2">
            {keys.map(({ keys: names, what }) => (
              <div key={what} className="flex items-baseline justify-between gap-4">
                <dt className="flex shrink-0 gap-1.5">
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </dt>
                <dd className="text-right text-sm">{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-line bg-sunk px-1.5 py-0.5 font-sans text-ink-soft text-xs">
      {children}
    </kbd>
  );
}
