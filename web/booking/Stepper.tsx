import { Icon } from '#web/ui/Icon.tsx';

const STEPS = ['Rental', 'Details', 'Payment', 'Confirmation'];

/** Where the customer is. Steps are left by the buttons of their own, so nothing here is pressed. */
export function Stepper({ step }: { step: number }) {
  return (
    <ol aria-label="Booking steps" className="grid grid-cols-4 gap-1.5 sm:gap-3 print:hidden">
      {STEPS.map((name, index) => (
        <Step key={name} name={name} number={index + 1} current={step} />
      ))}
    </ol>
  );
}

function Step({ name, number, current }: { name: string; number: number; current: number }) {
  const isDone = number < current;
  const isCurrent = number === current;
  const bar = isDone || isCurrent ? 'border-brand' : 'border-line';
  const text = isCurrent ? 'text-ink font-semibold' : 'text-ink-soft';
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className={`border-t-4 pt-2 ${bar} ${text}`}>
      <span className="flex items-center gap-2 text-xs sm:text-sm">
        <span
          className={`hidden size-6 items-center justify-center rounded-sm font-display font-semibold sm:inline-flex ${
            isCurrent ? 'bg-brand text-on-brand' : 'bg-sunk'
          }`}
        >
          {isDone ? <Icon name="check" className="size-4" /> : number}
        </span>
        {name}
        {isDone && <span className="sr-only">(done)</span>}
      </span>
    </li>
  );
}
