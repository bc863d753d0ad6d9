import { useRef } from 'react';
import { MAX_LOGO_BYTES } from '#contract/business-changes.ts';
import type { EditedProfile } from '#web/api/business.ts';
import { useSetLogo } from '#web/api/business-changes.ts';
import { errorText } from '#web/api/call.ts';
import { FieldError } from '#web/kit/form/Field.tsx';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { rebaseStoredInput } from '#web/kit/form/versioned/use-stored-input.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { SettingsSection } from '#web/office/settings/SettingsSection.tsx';
import { PROFILE_INPUT } from './profile-values.ts';

/** Saved as soon as a file is chosen. */
export function LogoSection({ loaded: { value, etag } }: { loaded: Versioned<EditedProfile> }) {
  const { name, logoUrl } = value;
  const input = useRef<HTMLInputElement>(null);
  const save = useSetLogo((saved) => rebaseStoredInput(PROFILE_INPUT, etag, saved));
  const set = async (file: File | null) => {
    if (file && file.size > MAX_LOGO_BYTES) {
      toast({ title: 'Error', text: 'The logo is larger than 100 kB.', variant: 'destructive' });
      return;
    }
    await save.mutateAsync({ file, etag }).then(
      () =>
        toast({
          title: 'Saved',
          text: file ? 'The logo is saved.' : 'The logo is removed.',
          variant: 'plain',
        }),
      () => undefined,
    );
  };
  const chooseText = logoUrl ? 'Replace the logo' : 'Choose a logo';
  const error = save.error ? errorText(save.error, 'The logo could not be saved.') : undefined;
  return (
    <SettingsSection
      title="Logo"
      text="SVG or PNG, at most 100 kB. It is shown instead of the name at the top of the pages and of the back office, on dark green, and in e-mails if it is a PNG. Scripts and links in an SVG are removed."
    >
      <div className="min-w-0 max-w-2xl space-y-4">
        <div className="flex min-h-20 items-center rounded-md border border-line bg-livery px-5 py-4 text-white">
          {logoUrl ? (
            <img src={logoUrl} alt={`Logo of ${name}`} className="max-h-12 max-w-full" />
          ) : (
            <span className="wrap-anywhere font-display font-semibold text-xl">{name}</span>
          )}
        </div>
        <input
          ref={input}
          hidden
          type="file"
          aria-label="Logo file"
          accept="image/svg+xml,image/png"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void set(file);
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" disabled={save.isPending} onClick={() => input.current?.click()}>
            {save.isPending ? 'Saving...' : chooseText}
          </Button>
          {logoUrl && (
            <Button variant="secondary" disabled={save.isPending} onClick={() => void set(null)}>
              Remove the logo
            </Button>
          )}
        </div>
        <FieldError name="logo" error={error} />
      </div>
    </SettingsSection>
  );
}
