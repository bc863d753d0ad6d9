import { offeredRentalOptions } from '#domain/catalog/entries.ts';
import type { RentalPeriod } from '#domain/catalog/rate-card.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { CallUs } from '#web/kit/ui/ContactLinks.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { durationText } from '#web/public/rental/rental-text.ts';
import { TruckDrawing } from '#web/public/rental/TruckDrawing.tsx';
import { DroppedNotice, PauseNotice } from './catalog/CatalogNotices.tsx';
import { computeRentalOffer, type RentalOffer } from './catalog/rental-offer.ts';
import { SizeGuide } from './SizeGuide.tsx';
import { StepHeading } from './StepHeading.tsx';

type Props = { dropped?: string[] | undefined; onPick: (rentalType: string) => void };

/** Step 1: rental options. The build and the edge render it, so it must not use browser APIs. */
export function RentalStep({ dropped, onPick }: Props) {
  const catalog = useCatalog();
  const options = offeredRentalOptions(catalog).map((option) => ({
    option,
    offer: computeRentalOffer(catalog, option),
  }));
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
      <PauseNotice className="mt-4 sm:mt-0 sm:mb-4" />
      <DroppedNotice messages={dropped} className="mt-4 sm:mt-0 sm:mb-4" />
      <PriceNotice isPriced={options.every(({ offer }) => offer.isPriced)} />
      <p id="start-problem" role="alert" className="peer mt-3 font-semibold text-danger empty:hidden" />
      <div className="peer-empty:hidden">
        <CallUs before="Still not working?" />
      </div>
      <ul className={`mt-5 grid gap-4 sm:mt-7 sm:gap-5 ${columnsOf(options.length)}`}>
        {options.map(({ option, offer }) => (
          <OptionCard key={option.id} option={option} offer={offer} onPick={() => onPick(option.id)} />
        ))}
      </ul>
      <SizeGuide offers={options.map(({ offer }) => offer)} />
      <HowItWorks isPriced={options.every(({ offer }) => offer.isPriced)} />
    </>
  );
}

function columnsOf(count: number): string {
  if (count <= 3) return 'sm:grid-cols-3';
  return count === 4 ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-2 lg:grid-cols-3';
}

function PriceNotice({ isPriced }: { isPriced: boolean }) {
  const { taxRules, area } = useCatalog();
  if (!isPriced) {
    return (
      <Notice variant="attention" role="note" className="mt-4 sm:mt-0">
        The amounts shown are <strong>deposits only</strong>. The final price adds dump fees, calculated at
        the end of your rental.
      </Notice>
    );
  }
  const added = [
    ...(area.zones.some(({ surcharge }) => surcharge > 0) ? ['a surcharge of your area'] : []),
    ...(taxRules.length > 0 ? ['tax'] : []),
  ];
  return (
    <Notice variant="quiet" role="note" className="mt-4 sm:mt-0">
      The prices include delivery, pickup and disposal up to the weight shown.{' '}
      {added.length > 0 &&
        `Your ZIP code tells us about ${added.join(' and ')}: you see the total before you pay.`}
    </Notice>
  );
}

type OptionCardProps = { option: RentalPeriod; offer: RentalOffer; onPick: () => void };

function OptionCard({ option, offer, onPick }: OptionCardProps) {
  const { headline, deposit, isPriced, hasDueLater, line } = offer;
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-6">
      <h2 className="wrap-anywhere text-xl">{option.title}</h2>
      <p className="mt-1 text-ink-soft text-sm">{durationText(option)}</p>
      <RentalDays days={option.days} className="mt-4 h-4 w-full" />
      <p className={`mt-4 flex flex-wrap items-baseline gap-x-2 ${isPriced ? '' : 'mb-5'}`}>
        {headline.isFrom && <span className="text-ink-soft">from</span>}
        <span className="font-display font-semibold text-4xl tabular-nums">
          {formatUsdWhole(headline.amount)}
        </span>
        {!isPriced && <span className="text-ink-soft">deposit</span>}
      </p>
      {isPriced && (
        <div className="mt-1 mb-5 space-y-1">
          <p className="font-semibold">
            {hasDueLater
              ? `${deposit.isFrom ? 'from ' : ''}${formatUsdWhole(deposit.amount)} due today`
              : 'Paid in full when you book'}
          </p>
          <p className="text-ink-soft text-sm">{line}</p>
        </div>
      )}
      {option.features.length > 0 && (
        <ul className="wrap-anywhere mb-5 list-disc space-y-1 pl-5 text-sm">
          {option.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      <Button
        data-rental={option.id}
        onClick={onPick}
        className="wrap-anywhere mt-auto w-full aria-busy:opacity-60"
      >
        Select {option.title}
      </Button>
    </li>
  );
}

/** The three stages of a rental after the deposit. */
function HowItWorks({ isPriced }: { isPriced: boolean }) {
  const stages = [
    {
      title: isPriced ? 'Book online' : 'Book and pay the deposit',
      text: 'It takes a few minutes, by card. You need no account.',
    },
    { title: 'We deliver', text: 'Our staff confirm the delivery window for the day you picked.' },
    {
      title: 'We haul it away',
      text: isPriced
        ? 'At the end of your rental we charge what remains to the same card, with extra weight and days if there are any.'
        : 'At the end of your rental we add the dump fees and charge what remains to the same card.',
    },
  ];
  return (
    <section aria-labelledby="how" className="mt-12 sm:mt-16">
      <h2 id="how" className="text-2xl">
        How it works
      </h2>
      <ol className="mt-5 grid gap-6 sm:grid-cols-3">
        {stages.map((stage, index) => (
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
