import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { formatUsd } from '#domain/shared/money.ts';
import { completeZip } from '#web/api/availability.ts';
import { serviceAreaQuery } from '#web/api/service-area.ts';
import { FormSection } from '#web/kit/form/Field.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { useCatalog } from '#web/public/rental/catalog-context.ts';
import type { DetailsForm } from './use-details-form.ts';

/** ZIP code and placement: whether we deliver there, and what that adds to the price. */
export function PlaceFields({ form, area }: { form: DetailsForm; area: AreaState }) {
  const { register, formState } = form;
  return (
    <FormSection title="Where should it go?">
      <div className="grid items-start gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <TextField
          {...register('zip')}
          label="Delivery zip code"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          error={formState.errors.zip?.message}
        />
        <PlacementField form={form} />
      </div>
      <div role="status" className="mt-3 empty:hidden">
        <AreaAnswer area={area} />
      </div>
      <StreetNotice form={form} />
    </FormSection>
  );
}

export type AreaState = ReturnType<typeof useServiceArea>;

/** Asks once the ZIP code is complete, and stores its zone with the entries. */
export function useServiceArea(form: DetailsForm) {
  const { area, business } = useCatalog();
  const typed = useWatch({ control: form.control, name: 'zip' });
  const zip = completeZip(typed);
  const isAsked = zip !== '' && (area.mode === 'listed' || area.zones.length > 0);
  const query = useQuery({ ...serviceAreaQuery(zip), enabled: isAsked });
  const answer = isAsked ? query.data : undefined;
  const { setValue, getValues, getFieldState } = form;
  /** What the ZIP code has filled in. */
  const filled = useRef({ city: '', state: '' });
  useEffect(() => {
    if (!answer) return;
    setValue('zone', answer.zone ?? '');
    setValue('zoneZip', typed);
    for (const field of ['city', 'state'] as const) {
      const known = answer[field];
      const entered = getValues(field);
      // What the customer entered stays.
      if (!known || (entered && entered !== filled.current[field])) continue;
      filled.current[field] = known;
      setValue(field, known, { shouldDirty: true, shouldValidate: getFieldState(field).invalid });
    }
  }, [answer, typed, setValue, getValues, getFieldState]);
  return {
    answer,
    phone: business.phone,
    zoneName: area.zones.find(({ id }) => id === answer?.zone)?.name,
    isDeclined: answer?.served === false,
    isFailed: isAsked && query.isError,
    retry: () => void query.refetch(),
  };
}

function AreaAnswer({ area }: { area: AreaState }) {
  const { answer, phone, zoneName, isDeclined, isFailed, retry } = area;
  if (isFailed) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        We could not check this ZIP code.
        <Button variant="quiet" onClick={retry}>
          Check again
        </Button>
      </p>
    );
  }
  if (isDeclined) return <DeclinedZip message={answer?.message ?? null} phone={phone} />;
  if (!answer || !zoneName) return null;
  return (
    <p className="wrap-anywhere flex items-start gap-2 text-sm">
      <Icon name="check" className="mt-0.5 size-4 text-brand" />
      <span>
        We deliver here: {zoneName}
        {answer.surcharge ? `, ${formatUsd(answer.surcharge)} delivery surcharge` : ', no surcharge'}.
      </span>
    </p>
  );
}

const PLACEMENTS = [
  { value: 'private', label: 'Private property', text: 'A driveway or yard' },
  { value: 'street', label: 'Street', text: 'It can need a permit' },
];

function PlacementField({ form }: { form: DetailsForm }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">Where will it stand?</legend>
      <div className="grid grid-cols-2 gap-2">
        {PLACEMENTS.map(({ value, label, text }) => (
          <label
            key={value}
            className="flex min-w-0 cursor-pointer gap-2.5 rounded-md border border-edge bg-surface px-3 py-2 hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand"
          >
            <input
              type="radio"
              value={value}
              {...form.register('placementType')}
              className="mt-0.5 size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0">
              <span className="block font-semibold leading-snug">{label}</span>
              <span className="block text-ink-soft text-sm">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

// Most customers live in the area and have a driveway.
const loadNotices = () => import('#web/public/booking/extras/PlaceNotices.tsx');
const DeclinedZip = lazyPart(async () => (await loadNotices()).DeclinedZip);
export const LazyCharactersLeft = lazyPart(async () => (await loadNotices()).CharactersLeft);
export const LazyTextOptIn = lazyPart(async () => (await loadNotices()).TextOptInField);
const StreetPermit = lazyPart(async () => (await loadNotices()).StreetPermit);

/** What a placement on a street needs in the zone of the ZIP code. */
function StreetNotice({ form }: { form: DetailsForm }) {
  const catalog = useCatalog();
  const [placementType, zone, zoneZip, zip] = useWatch({
    control: form.control,
    name: ['placementType', 'zone', 'zoneZip', 'zip'],
  });
  if (placementType !== 'street') return null;
  const rule = zoneZip === zip ? catalog.area.zones.find(({ id }) => id === zone)?.streetRule : null;
  return (
    <Notice variant="attention" role="status" className="mt-3">
      <StreetPermit rule={rule ?? null} chargeItems={catalog.chargeItems} />
    </Notice>
  );
}
