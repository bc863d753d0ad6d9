import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type Resolver, useWatch } from 'react-hook-form';
import { type BookingCorrections, bookingCorrections } from '#contract/booking-details.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { findPlaceQuestion, useUpdateBooking } from '#web/api/booking-units.ts';
import { bookingQuery, type VersionedBooking } from '#web/api/bookings.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { customerFullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { endedLinkText } from '#web/office/bookings/words.ts';
import { DetailsFields } from './DetailsFields.tsx';
import {
  changedDetails,
  DETAIL_LABELS,
  type DetailsValues,
  detailsValuesOf,
  detailText,
} from './details-values.ts';
import { PlaceQuestionNotice } from './PlaceQuestionNotice.tsx';

const resolver = zodResolver(bookingCorrections) as unknown as Resolver<
  DetailsValues,
  unknown,
  BookingCorrections
>;

type Props = { read: VersionedBooking; onClose: () => void };

/** Corrects what the customer entered: contact, address, placement, notes; and the notes of staff. */
export function EditDetailsDialog({ read, onClose }: Props) {
  const { id } = read.value;
  const update = useUpdateBooking(id);
  const price = usePriceQuestion();
  const { form, base, dialog, notice } = useVersionedForm({
    loaded: read,
    queryOf: bookingQuery,
    valuesOf: detailsValuesOf,
    changesOf: changedDetails,
    resolver,
    update,
    save: ({ changes, etag }) =>
      price.ask(`${etag} ${placeOf(changes)}`, (acceptPrice) =>
        update.mutateAsync({ ...changes, ...(acceptPrice && { acceptPrice }), ifMatch: etag }),
      ),
    isShownByForm: (error) => findPlaceQuestion(error) !== null,
    onSaved: ({ value }) => {
      toast({ title: 'Details Saved', text: savedText(value), variant: 'plain' });
      onClose();
    },
    failed: 'The details could not be saved.',
    labels: DETAIL_LABELS,
    valueText: detailText,
  });
  const question = price.questionAt(placeOf(changedDetails(base, useWatch({ control: form.control }))));
  return (
    <FormDialog
      title="Edit details"
      text={
        <p className="wrap-anywhere">
          Booking #{id}, <bdi>{customerFullName(base)}</bdi>. The customer gets no e-mail about a correction.
        </p>
      }
      submitText={question ? 'Save with the new price' : 'Save details'}
      pendingText="Saving..."
      {...dialog}
      onClose={onClose}
    >
      <DetailsFields form={form} isEmailOptional={base.source === 'phone'} />
      {question && !notice && <PlaceQuestionNotice question={question} zip={form.getValues('zip')} />}
      {notice && <ConflictNotice kind="booking" {...notice} />}
    </FormDialog>
  );
}

function savedText({ id, endedPayLink }: Booking & { endedPayLink: { amount: number } | null }): string {
  return `Booking #${id} is up to date.${endedLinkText(endedPayLink)}`;
}

/** The changes that decide on the price. The server stores nine digits of a ZIP code with a hyphen. */
function placeOf({
  zip = '',
  state = '',
  placementType = '',
}: { [F in PlaceField]?: string | undefined }): string {
  return `${zip.replace(/\D/g, '')} ${state} ${placementType}`;
}

type PlaceField = 'zip' | 'state' | 'placementType';

type Question = NonNullable<ReturnType<typeof findPlaceQuestion>>;

/** The server's question about the price of a place: saving the same place again accepts it. */
function usePriceQuestion() {
  const [asked, setAsked] = useState<{ key: string; question: Question } | null>(null);
  return {
    /** `key`: the version and the place. */
    ask: async <Saved,>(key: string, save: (acceptPrice: boolean) => Promise<Saved>): Promise<Saved> => {
      try {
        return await save(asked?.key === key);
      } catch (error) {
        const question = findPlaceQuestion(error);
        setAsked(question && { key, question });
        throw error;
      }
    },
    questionAt: (place: string) => (asked?.key.endsWith(` ${place}`) ? asked.question : null),
  };
}
