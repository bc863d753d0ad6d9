import type { ChangePreview } from '#contract/booking-changes.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import { fieldLabel, fieldText } from '#domain/rental/booking-fields.ts';
import type { ChangeOffer } from '#domain/rental/changes/change-types.ts';
import { formatDay } from '#domain/shared/days.ts';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { Stale } from '#web/kit/form/versioned/edit-machine.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { daysText } from '#web/office/bookings/words.ts';
import type { ChangeState } from './use-change.ts';

type Reasons = ChangePreview['reasons'];

/** Why the change is not possible, each with what staff can do instead. */
export function ChangeReasons({
  reasons,
  onOffer,
}: {
  reasons: Reasons;
  onOffer: (offer: ChangeOffer) => void;
}) {
  if (reasons.length === 0) return null;
  return (
    <Notice variant="danger">
      <ul className="space-y-3">
        {reasons.map(({ code, message, offers }) => (
          <li key={code + message}>
            <p className="wrap-anywhere">{message}</p>
            <Offers offers={offers} onOffer={onOffer} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Offers({ offers, onOffer }: { offers: ChangeOffer[]; onOffer: (offer: ChangeOffer) => void }) {
  if (offers.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {offers.map((offer) => (
        <Button
          key={JSON.stringify(offer)}
          data-answer
          variant="secondary"
          className="wrap-anywhere max-w-full text-sm"
          onClick={() => onOffer(offer)}
        >
          <OfferText offer={offer} />
        </Button>
      ))}
    </div>
  );
}

function OfferText({ offer }: { offer: ChangeOffer }) {
  switch (offer.offer) {
    case 'day':
      return `Use ${formatDay(offer.day)}`;
    case 'unit':
      return (
        <span>
          Use unit <bdi>{offer.dumpsterNumber}</bdi> (<bdi>{offer.sizeName}</bdi>)
        </span>
      );
    case 'move': {
      const { bookingId, customer, startDate, endDate, toNumber } = offer;
      return (
        <span>
          Move booking #{bookingId} of <bdi>{customer}</bdi> ({daysText({ deliveryDate: startDate, endDate })}
          ) to unit <bdi>{toNumber}</bdi>
        </span>
      );
    }
  }
}

type WarningProps = { preview: ChangePreview; change: ChangeState; onOffer: (offer: ChangeOffer) => void };

/** The calendar rules that the change breaks. Each must be ticked; those of a cancellation only inform. */
export function ChangeWarnings({ preview, change, onOffer }: WarningProps) {
  const { warnings, reasons, cancellation } = preview;
  if (cancellation) return null;
  const rules = CALENDAR_REFUSALS.filter((rule) => warnings.some((warning) => warning.rule === rule));
  if (rules.length === 0) return null;
  const offers = reasons
    .filter(({ code }) => rules.some((rule) => rule === code))
    .flatMap((reason) => reason.offers);
  return (
    <Notice variant="attention">
      <fieldset>
        <legend className="font-semibold">
          {rules.length === 1 ? 'Allow this exception?' : 'Allow each exception?'}
        </legend>
        {rules.map((rule) => (
          <label key={rule} className="flex cursor-pointer items-start gap-1">
            <span className="flex min-h-11 min-w-9 items-center">
              <input
                type="checkbox"
                name={`override-${rule}`}
                data-answer
                checked={change.override.includes(rule)}
                onChange={({ target }) => change.setOverridden(rule, target.checked)}
                className="size-5 shrink-0 accent-brand"
              />
            </span>
            <span className="wrap-anywhere min-w-0 py-2.5 leading-snug">
              {warnings
                .filter((warning) => warning.rule === rule)
                .map(({ text }) => text)
                .join(' ')}
            </span>
          </label>
        ))}
      </fieldset>
      <Offers offers={offers} onOffer={onOffer} />
    </Notice>
  );
}

type StaleProps = { stale: Stale | null; booking: Booking; isChecking: boolean };

/** The booking changed after the preview: who changed what. The preview that follows is of the newer booking. */
export function StaleChange({ stale, booking, isChecking }: StaleProps) {
  if (!stale) return null;
  const current: Record<string, unknown> = { ...booking };
  const known = stale.changed.filter((field) => field in current);
  return (
    <ConflictNotice
      kind="booking"
      stale={{ ...stale, changed: known }}
      fieldText={(field) => ({
        label: fieldLabel(field),
        current: fieldText(field, current[field]),
        input: null,
      })}
      isLoading={isChecking}
      text="Nothing was changed. The preview is new: check it, then confirm again."
    />
  );
}
