import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { placeQueryOf } from '#web/api/availability.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { DroppedNotice, PauseNotice } from '#web/public/booking/catalog/CatalogNotices.tsx';
import { computeBookingPrice, findChosenRate } from '#web/public/booking/catalog/pending-booking.ts';
import { CostSection, PriceAnnouncement } from '#web/public/booking/cost/CostSection.tsx';
import type { FieldErrors } from '#web/public/booking/field-errors.ts';
import type { Entries } from '#web/public/booking/history/entries.ts';
import { StepHeading } from '#web/public/booking/StepHeading.tsx';
import { SummaryPanel } from '#web/public/booking/SummaryPanel.tsx';
import { loadCardScript } from '#web/public/card/stripe.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import { AddressFields } from './AddressFields.tsx';
import { ContactFields } from './ContactFields.tsx';
import { usePickupDay } from './calendar/use-pickup-day.ts';
import { NotesAndTerms } from './NotesAndTerms.tsx';
import { PlaceFields, useServiceArea } from './PlaceFields.tsx';
import { RentalFields } from './RentalFields.tsx';
import { type DetailsForm, useDetailsForm } from './use-details-form.ts';

type Props = {
  rentalType: string;
  entries: Entries;
  /** Field errors that the server returned for these entries. */
  refused?: FieldErrors | undefined;
  /** What was cleared, because the catalog no longer offers it. */
  dropped?: string[] | undefined;
  onTyped: (entries: Entries) => void;
  onBack: (entries: Entries) => void;
  onSubmit: (entries: Entries) => void;
};

/** Step 2: size and day, then the customer details. */
export function DetailsStep({ rentalType, entries, refused, dropped, onTyped, onBack, onSubmit }: Props) {
  const form = useDetailsForm({ entries, refused, onTyped });
  const area = useServiceArea(form);
  const { dumpsterType, material, deliveryDate, place, price, quantity } = useShownPrice(form, rentalType);
  const pickupDay = usePickupDay({
    rentalType,
    size: dumpsterType,
    date: deliveryDate,
    place: placeQueryOf(place),
  });
  // Opening the payment tries again and reports failures.
  useEffect(() => void loadCardScript().catch(() => {}), []);
  const { errors, submitCount } = form.formState;
  const refusedCount = Object.values(errors).filter((error) => error?.type === 'server').length;
  const count = submitCount > 0 ? Object.keys(errors).length : refusedCount;

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-10">
      <SummaryPanel
        rentalType={rentalType}
        dumpsterType={dumpsterType}
        material={material}
        deliveryDate={deliveryDate}
        price={price}
        pickupDay={pickupDay}
        quantity={quantity}
      />
      <form
        noValidate
        onSubmit={form.handleSubmit(() => {
          if (area.isDeclined) form.setFocus('zip');
          else onSubmit(form.getValues());
        }, pauseInput)}
        className="min-w-0 space-y-10"
      >
        <StepHeading>Size and Delivery Day</StepHeading>
        <PauseNotice className="" />
        <DroppedNotice messages={dropped} />
        <PlaceFields form={form} area={area} />
        <RentalFields form={form} rentalType={rentalType} />
        <CostSection price={price} place={place} quantity={quantity} />
        <PriceAnnouncement price={price} quantity={quantity} />
        <h2 className="text-3xl">Customer Details</h2>
        <ContactFields form={form} />
        <AddressFields form={form} />
        <NotesAndTerms form={form} />
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {count > 0 && attentionText(count)}
          {refusedCount > 0 && ' Your card was not charged.'}
        </p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          <Button variant="secondary" onClick={() => onBack(form.getValues())}>
            <Icon name="left" className="size-4" />
            Back to Rental Options
          </Button>
          <Button type="submit">
            Continue to Payment
            <Icon name="right" className="size-4" />
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The price of the entries, as far as they are complete. */
function useShownPrice(form: DetailsForm, rentalType: string) {
  const catalog = useCatalog();
  const [dumpsterType, deliveryDate, material, placementType, zip, state, zone, zoneZip, quantity] = useWatch(
    {
      control: form.control,
      name: [
        ...(['dumpsterType', 'deliveryDate', 'material', 'placementType'] as const),
        ...(['zip', 'state', 'zone', 'zoneZip', 'quantity'] as const),
      ],
    },
  );
  const rate = findChosenRate(catalog, rentalType, { dumpsterType, material });
  const place = { placementType, zip, state, zone, zoneZip };
  const price = rate && computeBookingPrice(catalog, rate, place);
  return { dumpsterType, material, deliveryDate, price, place, quantity };
}

function attentionText(count: number): string {
  return count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`;
}
