import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import type { BookingPauseView } from '#contract/business.ts';
import { type PauseChanges, pauseChanges } from '#contract/business-changes.ts';
import { type EditedPause, pauseQuery } from '#web/api/business.ts';
import { useSetPause } from '#web/api/business-changes.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { TextAreaField } from '#web/kit/form/TextField.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useKeptInput, useStoredInput } from '#web/kit/form/versioned/use-stored-input.ts';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { SettingsSection } from '#web/office/settings/SettingsSection.tsx';

const STORAGE_KEY = 'settings-pause';
const resolver = zodResolver(pauseChanges) as unknown as Resolver<BookingPauseView, unknown, PauseChanges>;

export function PauseSection({ loaded }: { loaded: Versioned<EditedPause> }) {
  const stored = useStoredInput<EditedPause, BookingPauseView>(STORAGE_KEY);
  const update = useSetPause();
  const { form, version, dialog, notice } = useVersionedForm({
    loaded: stored?.base ?? loaded,
    queryOf: () => pauseQuery,
    valuesOf,
    changesOf,
    resolver,
    update,
    save: ({ changes, etag }) => update.mutateAsync({ changes, etag }),
    versionOf: (saved) => saved,
    onSaved: ({ value }) => {
      const text = value.paused ? 'Online booking is paused.' : 'Customers can book online.';
      toast({ title: 'Saved', text, variant: 'plain' });
    },
    failed: 'The pause could not be saved',
    labels: { paused: 'Online booking', text: 'Text' },
    valueText: (_, value) => valueText(value),
    fieldOf: (name) => (name === 'isPaused' ? 'paused' : name),
  });
  useKeptInput(STORAGE_KEY, { form, stored, base: version, changesOf });
  const { errors } = form.formState;
  return (
    <SettingsSection
      title="Online booking"
      text="While it is paused, customers see your text and phone number and cannot begin a booking. A customer who is paying can finish."
    >
      <form noValidate onSubmit={dialog.onSubmit} className="min-w-0 max-w-2xl space-y-4">
        <CheckboxField
          {...form.register('paused')}
          id="paused"
          label="Pause online booking"
          error={errors.paused?.message}
        />
        <TextAreaField
          {...form.register('text')}
          label="What customers read while it is paused"
          hint="For example: We are closed until Monday. Your phone number is added."
          error={errors.text?.message}
        />
        {notice && <ConflictNotice kind="pause" {...notice} />}
        <Button type="submit" disabled={dialog.isPending}>
          {dialog.isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </SettingsSection>
  );
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Paused' : 'Open';
  return String(value ?? '') || 'none';
}

function valuesOf({ paused, text }: EditedPause): BookingPauseView {
  return { paused, text };
}

function changesOf(value: EditedPause, { paused, text }: BookingPauseView): Partial<BookingPauseView> {
  return {
    ...(paused !== value.paused && { paused }),
    ...(text.trim() !== value.text && { text }),
  };
}
