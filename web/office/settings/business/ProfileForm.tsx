import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { type BusinessChanges, businessChanges } from '#contract/business-changes.ts';
import { businessQuery, type EditedProfile } from '#web/api/business.ts';
import { useUpdateBusiness } from '#web/api/business-changes.ts';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { ConflictNotice } from '#web/kit/form/versioned/ConflictNotice.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useKeptInput, useStoredInput } from '#web/kit/form/versioned/use-stored-input.ts';
import { useVersionedForm } from '#web/kit/form/versioned/use-versioned-form.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { SettingsSection } from '#web/office/settings/SettingsSection.tsx';
import { AccentField } from './AccentField.tsx';
import {
  computeProfileChanges,
  PROFILE_INPUT,
  type ProfileValues,
  profileValueText,
  valuesOf,
} from './profile-values.ts';

const schema = zodResolver(businessChanges) as unknown as Resolver<object, unknown, BusinessChanges>;

/** The sites are a text with a line for each; the errors of the lines become one of the field. */
const resolver: Resolver<ProfileValues, unknown, BusinessChanges> = async (
  { frameOrigins, ...values },
  context,
  options,
) => {
  const origins = frameOrigins === undefined ? {} : { frameOrigins: linesOf(frameOrigins) };
  const result = await schema({ ...values, ...origins }, context, options as never);
  const lines = (result.errors as { frameOrigins?: unknown }).frameOrigins;
  if (!Array.isArray(lines)) return result as never;
  const index = lines.findIndex(Boolean);
  const message = `Line ${index + 1}: ${lines[index]?.message}`;
  return { values: {}, errors: { ...result.errors, frameOrigins: { type: 'custom', message } } } as never;
};

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function ProfileForm({ loaded }: { loaded: Versioned<EditedProfile> }) {
  const stored = useStoredInput<EditedProfile, ProfileValues>(PROFILE_INPUT);
  const update = useUpdateBusiness();
  const { form, version, dialog, notice } = useVersionedForm({
    loaded: stored?.base ?? loaded,
    queryOf: () => businessQuery,
    valuesOf,
    changesOf: computeProfileChanges,
    resolver,
    update,
    save: ({ changes, etag }) => update.mutateAsync({ changes, etag }),
    versionOf: (saved) => saved,
    onSaved: () =>
      toast({ title: 'Saved', text: 'Customers see the change within a minute.', variant: 'plain' }),
    failed: 'The business profile could not be saved',
    labels: LABELS,
    valueText: profileValueText,
  });
  useKeptInput(PROFILE_INPUT, { form, stored, base: version, changesOf: computeProfileChanges });
  const { errors } = form.formState;
  const field = (name: keyof ProfileValues) => ({
    ...form.register(name),
    label: LABELS[name],
    error: errors[name]?.message,
  });
  return (
    <SettingsSection
      title="Profile"
      text="The name, phone and e-mail on the booking page, in e-mails and on payment pages. Replies to e-mails go to this address."
    >
      <form noValidate onSubmit={dialog.onSubmit} className="min-w-0 max-w-2xl space-y-5">
        <TextField {...field('name')} autoComplete="organization" />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('phone')} type="tel" autoComplete="off" />
          <TextField {...field('email')} type="email" autoComplete="off" />
        </div>
        <TextAreaField
          {...field('yardAddress')}
          hint="Where the trucks start. Customers do not see it."
          rows={2}
        />
        <TextAreaField {...field('openingHours')} hint="For example: Monday to Friday, 8 am to 5 pm" />
        <AccentField control={form.control} label={LABELS.accent} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('creditName')} hint="The link at the bottom of the pages." />
          <TextField {...field('creditUrl')} type="url" inputMode="url" />
        </div>
        <TextAreaField
          {...field('frameOrigins')}
          hint="One address in a line, such as https://www.haulage.example. The booking page works in a frame on these sites only."
          spellCheck={false}
        />
        {notice && <ConflictNotice kind="business profile" {...notice} />}
        <Button type="submit" disabled={dialog.isPending}>
          {dialog.isPending ? 'Saving...' : 'Save profile'}
        </Button>
      </form>
    </SettingsSection>
  );
}

/** What staff call the fields. */
export const LABELS: Record<keyof ProfileValues, string> = {
  name: 'Business name',
  phone: 'Phone',
  email: 'E-mail',
  yardAddress: 'Yard address',
  openingHours: 'Opening hours',
  accent: 'Accent color',
  creditName: 'Credit name',
  creditUrl: 'Credit link',
  frameOrigins: 'Sites that may embed the booking page',
};
