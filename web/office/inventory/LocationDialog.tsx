import { zodResolver } from '@hookform/resolvers/zod';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { LIMITS } from '#contract/fields.ts';
import type { Dumpster } from '#contract/inventory.ts';
import {
  type LocationCorrection,
  locationCorrection,
  type UnitLocationReply,
} from '#contract/unit-locations.ts';
import { PLACE_LABELS, UNIT_PLACES, type UnitPlace } from '#domain/dispatch/places.ts';
import { errorText } from '#web/api/call.ts';
import { sitesQuery, trucksQuery } from '#web/api/dispatch-setup.ts';
import { unitLocationQuery, useCorrectLocation } from '#web/api/inventory.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { toastErrorText } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { showFieldErrors } from '#web/kit/form/submit-handler.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { LocationText, sinceText } from './LocationText.tsx';

type Props = { unit: Dumpster; onClose: () => void };

/** Corrects where a unit is. */
export function LocationDialog({ unit, onClose }: Props) {
  return (
    <LoadingDialog
      query={unitLocationQuery(unit.id)}
      title={`Location of ${unit.dumpsterNumber}`}
      subject="The location"
      onClose={onClose}
    >
      {(loaded) => <LocationForm unit={unit} loaded={loaded} onClose={onClose} />}
    </LoadingDialog>
  );
}

type Values = { place: UnitPlace; siteId: string; bookingId: string; truckId: string; reason: string };

const schema = zodResolver(locationCorrection) as unknown as Resolver<object, unknown, LocationCorrection>;

/** Only the field that the place needs is sent. */
const resolver: Resolver<Values, unknown, LocationCorrection> = ({ place, reason, ...ids }, ...rest) => {
  const numberIf = (isNeeded: boolean, text: string) => {
    const digits = text.replace('#', '').trim();
    return isNeeded && digits !== '' ? Number(digits) : null;
  };
  const wire = {
    place,
    siteId: numberIf(place === 'yard' || place === 'disposal', ids.siteId),
    bookingId: numberIf(place === 'booking', ids.bookingId),
    truckId: numberIf(place === 'truck', ids.truckId),
    reason,
  };
  return schema(wire, rest[0], rest[1] as never) as never;
};

const FAILED = 'The location could not be corrected';

type FormProps = Props & { loaded: Versioned<UnitLocationReply> };

function LocationForm({ unit, loaded, onClose }: FormProps) {
  const client = useQueryClient();
  const correct = useCorrectLocation();
  // What the user corrects. A move that arrives while the dialog is open is reported when it is saved, not lost.
  const edit = useEdit<UnitLocationReply, LocationCorrection, unknown>({
    latest: loaded,
    mayFollow: ({ isConflict }) => isConflict,
    save: (correction, { etag }) => correct.mutateAsync({ id: unit.id, correction, etag }),
    // The dialog shows the newer place; a second save is made on top of it.
    reload: () => client.fetchQuery({ ...unitLocationQuery(unit.id), staleTime: 0 }),
  });
  const { location } = edit.base.value;
  const form = useForm<Values, unknown, LocationCorrection>({
    resolver,
    defaultValues: { place: 'yard', siteId: '', bookingId: '', truckId: '', reason: '' },
  });
  const submit = form.handleSubmit(async (correction) => {
    const outcome = await edit.save(correction);
    if (outcome.status === 'saved') {
      announce(`The location of ${unit.dumpsterNumber} is corrected.`);
      onClose();
    } else if (outcome.status !== 'busy') {
      showFieldErrors(form, outcome.error);
      toastErrorText(outcome.error, FAILED);
    }
  });
  const { register, control, formState } = form;
  const place = useWatch({ control, name: 'place' });
  return (
    <FormDialog
      title={
        <>
          Location of <bdi>{unit.dumpsterNumber}</bdi>
        </>
      }
      text={
        <>
          <p className="font-semibold text-ink">Recorded now:</p>
          <LocationText location={location} />
          {location.since && <p>since {sinceText(location.since)}</p>}
        </>
      }
      submitText="Correct location"
      pendingText="Saving..."
      isPending={correct.isPending}
      isDirty={formState.isDirty}
      error={correct.error && errorText(correct.error, FAILED)}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        {...register('place')}
        label="Where it really is"
        options={UNIT_PLACES.map((one) => ({ value: one, label: PLACE_LABELS[one] }))}
        error={formState.errors.place?.message}
      />
      <PlaceField place={place} register={register} errors={formState.errors} />
      <TextField
        {...register('reason')}
        label="Reason"
        autoComplete="off"
        maxLength={LIMITS.address + 20}
        hint="Colleagues see it in the history of the dumpster. Bookings and their days stay as they are."
        error={formState.errors.reason?.message}
      />
    </FormDialog>
  );
}

type PlaceFieldProps = { place: UnitPlace } & Pick<ReturnType<typeof useForm<Values>>, 'register'> & {
    errors: ReturnType<typeof useForm<Values>>['formState']['errors'];
  };

/** The field that the chosen place needs. */
function PlaceField({ place, register, errors }: PlaceFieldProps) {
  const [sites, trucks] = useQueries({ queries: [sitesQuery, trucksQuery] });
  if (place === 'booking') {
    return (
      <TextField
        {...register('bookingId')}
        label="Booking number"
        inputMode="numeric"
        autoComplete="off"
        error={errors.bookingId?.message}
      />
    );
  }
  if (place === 'repair') return null;
  const isTruck = place === 'truck';
  const list = isTruck ? trucks : sites;
  const rows = isTruck ? (trucks.data ?? []) : (sites.data ?? []).filter(({ kind }) => kind === place);
  const none = isTruck ? 'Choose a truck' : 'Not named';
  const field = isTruck ? 'truckId' : 'siteId';
  return (
    <SelectField
      // Each place has options of its own.
      key={place}
      {...register(field)}
      label={isTruck ? 'Truck' : PLACE_LABELS[place]}
      options={[
        { value: '', label: list.isPending ? 'Loading...' : none },
        ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      {...(list.error && { hint: 'The list could not be loaded. Close the dialog and try again.' })}
      error={errors[field]?.message}
    />
  );
}
