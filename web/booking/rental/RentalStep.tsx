import { formatUsdWhole } from '#domain/money.ts';
import { RENTAL_OPTIONS, type RentalOption, type RentalType } from '#domain/rental.ts';
import { StepHeading } from '#web/booking/StepHeading.tsx';
import { RentalDays } from '#web/rental/RentalDays.tsx';
import { TruckDrawing } from '#web/rental/TruckDrawing.tsx';
import { durationWords } from '#web/rental/words.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { SizeGuide } from './SizeGuide.tsx';

/** Step 1. Rendered into the HTML by the build, so nothing here may depend on the browser. */
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
      <Notice look="attention" role="note" className="mt-4 sm:mt-0">
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
      <p className="mt-1 text-ink-soft text-sm">{durationWords(option.id)}</p>
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
