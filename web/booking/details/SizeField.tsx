import type { UseQueryResult } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import type { DumpsterTypeAvailability } from '#contract/availability.ts';
import { DUMPSTER_SIZES, type DumpsterType } from '#domain/rental.ts';
import { FieldError } from '#web/form/Field.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CallUs } from '#web/ui/CallUs.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SizeOption, SizePlaceholder } from './SizeOption.tsx';
import { isOffered } from './size-choice.ts';
import type { DetailsForm } from './use-details-form.ts';

type Props = {
  form: DetailsForm;
  types: UseQueryResult<DumpsterTypeAvailability[]>;
  onPick: (type: DumpsterType) => void;
};

/** The sizes with how many are to be had. Until they are known nothing is said about availability. */
export function SizeField({ form, types, onPick }: Props) {
  const { field, fieldState } = useController({ control: form.control, name: 'dumpsterType' });
  const error = fieldState.error?.message;
  if (types.isError) {
    return (
      <Notice look="danger" role="alert">
        <p>Error loading dumpster types. Please try again.</p>
        <CallUs before="Still not working?" />
        <Button look="secondary" className="mt-3" onClick={() => types.refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!types.data) return <LoadingSizes />;
  if (types.data.length === 0) {
    return (
      <Notice look="attention" role="alert">
        <p>No dumpster types are available. Please try again later.</p>
        <CallUs before="We can help you find one." />
      </Notice>
    );
  }
  const first = types.data.find(isOffered)?.id ?? types.data[0]?.id;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2" aria-busy={types.isPlaceholderData}>
        {types.data.map((type) => (
          <SizeOption
            key={type.id}
            type={type}
            isChosen={field.value === type.id}
            describedBy={error ? 'dumpsterType-error' : undefined}
            onPick={() => onPick(type.id)}
            inputRef={type.id === first ? field.ref : undefined}
          />
        ))}
      </div>
      {!types.data.some(isOffered) && !types.isPlaceholderData && (
        <Notice look="attention" role="alert" className="mt-4">
          <p>No dumpsters are currently available. Please contact us directly to check for availability.</p>
          <CallUs before="Another day may be free." />
        </Notice>
      )}
      <FieldError name="dumpsterType" error={error} />
    </>
  );
}

function LoadingSizes() {
  return (
    <div role="status">
      <span className="sr-only">Loading dumpster sizes...</span>
      <div aria-hidden="true" className="grid gap-3 sm:grid-cols-2">
        {DUMPSTER_SIZES.map(({ id }) => (
          <SizePlaceholder key={id} type={id} />
        ))}
      </div>
    </div>
  );
}
