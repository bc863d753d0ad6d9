import type { PlaceQuestion } from '#contract/booking-details.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';

/** What another place does to the price. Nothing is saved yet. */
export function PlaceQuestionNotice({ question, zip }: { question: PlaceQuestion; zip: string }) {
  const { lines, difference, total, finalPrice, isServed } = question;
  return (
    <Notice variant="attention" role="alert">
      <p className="font-semibold">{differenceText(difference)}</p>
      {!isServed && <p className="text-sm">ZIP code {zip.slice(0, 5)} is outside of the service area.</p>}
      <p className="text-sm">Nothing is saved yet. Saving charges and refunds nothing.</p>
      {difference !== 0 && lines.length > 0 && (
        <dl className="mt-3 space-y-1 text-sm tabular-nums">
          {lines.map((line) => (
            <Row key={`${line.type} ${line.label}`} name={lineName(line)} text={formatUsd(line.amount)} />
          ))}
        </dl>
      )}
      <dl className="mt-2 space-y-1 text-sm tabular-nums">
        {total && <Row name="Price at booking" text={beforeAfter(total)} />}
        {finalPrice && <Row name="Final price" text={beforeAfter(finalPrice)} />}
      </dl>
    </Notice>
  );
}

function Row({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="wrap-anywhere">
        <bdi>{name}</bdi>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

function beforeAfter({ before, after }: { before: number; after: number }): string {
  return before === after ? formatUsd(after) : `${formatUsd(before)} to ${formatUsd(after)}`;
}

function differenceText(difference: number): string {
  if (difference === 0) return 'The price stays the same.';
  return `The price ${difference > 0 ? 'rises' : 'falls'} by ${formatUsd(Math.abs(difference))}.`;
}
