import { useState } from 'react';
import type { PriceProposal } from '#contract/price-proposal.ts';
import { formatDay } from '#domain/shared/days.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';

type LatePickup = NonNullable<PriceProposal['keptDays']>;
const LatePickupDialog = lazyDialog(async () => (await import('./LatePickupDialog.tsx')).LatePickupDialog);

type Props = { read: VersionedBooking; kept: LatePickup; onAddDays: () => void };

/** What the price has of a late pickup, and why. A user says whether the days count. */
export function LatePickupNotice({ read, kept, onAddDays }: Props) {
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice variant="quiet">
      <p>{textOf(kept)}</p>
      {mayWrite && (
        <p className="flex flex-wrap gap-2">
          {kept.isUnpriced && <RowButton onClick={onAddDays}>Enter an amount for the days</RowButton>}
          <RowButton onClick={() => setOpen(true)}>Change days after the pickup day</RowButton>
        </p>
      )}
      {isOpen && <LatePickupDialog read={read} kept={kept} onClose={() => setOpen(false)} />}
    </Notice>
  );
}

/** The task of the night moves a pickup that no one made; only staff know who was late. */
const CHECK =
  'Check why: if the customer waited for your truck, enter the day for which the pickup was asked, or the days are charged.';

function textOf({
  label,
  agreedPickupDay,
  collectedDay,
  askedDay,
  lateDays,
  isUnpriced,
  removedReason,
}: LatePickup): string {
  const agreed = formatDay(agreedPickupDay);
  const asked = askedDay === null ? '' : ` The customer asked for the pickup on ${formatDay(askedDay)}.`;
  if (collectedDay === null)
    return `The unit is overdue: the pickup was agreed for ${agreed}.${asked} The days are added to the price once it is collected.`;
  const days = `The pickup was agreed for ${agreed} and done on ${formatDay(collectedDay)}.${asked}`;
  if (removedReason !== null) return `${days} The days are not in the price: ${removedReason}`;
  if (isUnpriced) return `${label}: the price list has no price for a day. Enter an amount. ${days}`;
  const late =
    lateDays > 0
      ? ` The pickup was late by ${lateDays === 1 ? '1 day' : `${lateDays} days`}, not charged.`
      : '';
  const check = askedDay === null ? ` ${CHECK}` : '';
  return `${days}${late}${check}`;
}
