import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatUsd } from '#domain/shared/money.ts';
import { draftZoneQuery } from '#web/api/catalog-draft.ts';
import { CONTROL } from '#web/kit/form/Field.tsx';
import { failureText } from '#web/kit/form/failure.ts';
import { Button } from '#web/kit/ui/Button.tsx';

/** Says what a customer with a ZIP code gets by the draft. */
export function TryZip() {
  const [typed, setTyped] = useState('');
  const [zip, setZip] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...draftZoneQuery(zip ?? ''),
    enabled: zip !== null,
    staleTime: 0,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === zip) void refetch();
    else setZip(typed.trim());
  };
  const isTyped = /^\d{5}$/.test(typed.trim());
  return (
    <section aria-labelledby="try-zip" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 id="try-zip" className="text-xl">
        Try a ZIP
      </h2>
      <form onSubmit={onSubmit} className="mt-3 flex flex-wrap items-end gap-3">
        <label className="block">
          <span className="mb-1.5 block font-semibold text-sm">ZIP code</span>
          <input
            name="zip"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${CONTROL} max-w-32`}
          />
        </label>
        <Button type="submit" variant="secondary" disabled={!isTyped || isFetching}>
          Try
        </Button>
      </form>
      <p className="mt-3 text-sm empty:mt-0" aria-live="polite">
        {error && (
          <span className="text-danger">{failureText('The ZIP code could not be tried.', error)}</span>
        )}
        {data && zip !== null && !isFetching && answer(zip, data)}
      </p>
    </section>
  );
}

type Answer = { served: boolean; zone: { name: string; surcharge: number } | null };

function answer(zip: string, { served, zone }: Answer): string {
  if (!served) return `${zip} is not served: customers see your phone number instead.`;
  if (!zone) return `${zip} is served, in no zone and without a surcharge.`;
  const surcharge = zone.surcharge > 0 ? `a surcharge of ${formatUsd(zone.surcharge)}` : 'no surcharge';
  return `${zip} is in ${zone.name}, with ${surcharge}.`;
}
