import { formatUsdWhole } from '#domain/money.ts';
import {
  DUMPSTER_SIZES,
  type DumpsterSize,
  RENTAL_OPTIONS,
  type RentalOption,
  type RentalType,
} from '#domain/rental.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import { dimensionsLabel, dimensionsText, suggestedUse } from '#web/rental/dimensions.ts';
import { durationText } from '#web/rental/rental-text.ts';
import { TruckDrawing } from '#web/rental/TruckDrawing.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/ContactLinks.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StepHeading } from './StepHeading.tsx';

/** Step 1: rental options. The build prerenders it, so it must not use browser APIs. */
export function RentalStep({ onPick }: { onPick: (rentalType: RentalType) => void }) {
  return (
    <>
      <div className="sm:flex sm:items-end sm:justify-between sm:gap-8">
        <div>
          <StepHeading className="max-w-52 text-3xl sm:max-w-none sm:text-4xl">
            Select Your Rental Period
          </StepHeading>
          <p className="mt-2 text-ink-soft sm:pb-5 sm:text-lg">
            Then pick a size and a day. We bring the dumpster, you fill it, we haul it away.
          </p>
        </div>
        <TruckDrawing className="hidden w-80 shrink-0 sm:block lg:w-[26rem]" />
      </div>
      <Notice variant="attention" role="note" className="mt-4 sm:mt-0">
        The amounts shown are <strong>deposits only</strong>. The final price adds dump fees, calculated at
        the end of your rental.
      </Notice>
      <p id="start-problem" role="alert" className="peer mt-3 font-semibold text-danger empty:hidden" />
      <div className="peer-empty:hidden">
        <CallUs before="Still not working?" />
      </div>
      <ul className="mt-5 grid gap-4 sm:mt-7 sm:grid-cols-3 sm:gap-5">
        {RENTAL_OPTIONS.map((option) => (
          <OptionCard key={option.id} option={option} onPick={() => onPick(option.id)} />
        ))}
      </ul>
      <SizeGuide />
      <HowItWorks />
    </>
  );
}

function OptionCard({ option, onPick }: { option: RentalOption; onPick: () => void }) {
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-6">
      <h2 className="text-xl">{option.title}</h2>
      <p className="mt-1 text-ink-soft text-sm">{durationText(option.id)}</p>
      <RentalDays days={option.days} className="mt-4 h-4 w-full" />
      <p className="mt-4 mb-5 flex items-baseline gap-2">
        <span className="font-display font-semibold text-4xl tabular-nums">
          {formatUsdWhole(option.deposit)}
        </span>
        <span className="text-ink-soft">deposit</span>
      </p>
      <Button data-rental={option.id} onClick={onPick} className="mt-auto w-full aria-busy:opacity-60">
        Select {option.title}
      </Button>
    </li>
  );
}

const STAGES = [
  { title: 'Book and pay the deposit', text: 'It takes a few minutes, by card. You need no account.' },
  { title: 'We deliver', text: 'Our staff confirm the delivery window for the day you picked.' },
  {
    title: 'We haul it away',
    text: 'At the end of your rental we add the dump fees and charge what remains to the same card.',
  },
];

/** The three stages of a rental after the deposit. */
function HowItWorks() {
  return (
    <section aria-labelledby="how" className="mt-12 sm:mt-16">
      <h2 id="how" className="text-2xl">
        How it works
      </h2>
      <ol className="mt-5 grid gap-6 sm:grid-cols-3">
        {STAGES.map((stage, index) => (
          <li key={stage.title} className="border-line border-t-2 pt-3">
            <p aria-hidden="true" className="font-display font-semibold text-2xl text-brand">
              {index + 1}
            </p>
            <h3 className="mt-1 text-lg">{stage.title}</h3>
            <p className="mt-1 text-ink-soft">{stage.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sizes drawn to the same scale beside a person. */
function SizeGuide() {
  return (
    <section aria-labelledby="sizes" className="mt-12 sm:mt-16">
      <h2 id="sizes" className="text-2xl">
        Our sizes, drawn to scale
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        You choose the size in the next step. The deposit is the same for all of them.
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {DUMPSTER_SIZES.map((size) => (
          <Size key={size.id} size={size} />
        ))}
      </ul>
    </section>
  );
}

function Size({ size }: { size: DumpsterSize }) {
  return (
    <li>
      <DumpsterDrawing type={size.id} className="w-full max-w-md" />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <h3 className="text-lg">{size.name}</h3>
        <p className="text-ink-soft text-sm">
          <span aria-hidden="true">{dimensionsLabel(size.id)}</span>
          <span className="sr-only">{dimensionsText(size.id)}</span>
        </p>
      </div>
      <p className="text-sm">{suggestedUse(size.id)}</p>
    </li>
  );
}

const MONTH = 30;

/** A strip of 30 marks, one a day. The days of the rental are filled. */
function RentalDays({ days, className = '' }: { days: number; className?: string }) {
  const marks = Array.from({ length: MONTH }, (_, day) => day);
  return (
    <svg viewBox="0 0 300 16" aria-hidden="true" className={className} preserveAspectRatio="none">
      {marks.map((day) => (
        <rect
          key={day}
          x={day * 10 + 1}
          y="0"
          width="7.5"
          height="16"
          rx="1"
          className={day < days ? 'fill-brand' : 'fill-line'}
        />
      ))}
    </svg>
  );
}
