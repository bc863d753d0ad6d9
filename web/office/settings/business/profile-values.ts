import { ACCENT_COLORS } from '#domain/shared/business.ts';
import type { EditedProfile } from '#web/api/business.ts';

/** Where the tab keeps unsaved input. */
export const PROFILE_INPUT = 'settings-business';

/** The profile as its form shows it: the sites are a text with a line for each. */
export type ProfileValues = Omit<EditedProfile, 'id' | 'logoUrl' | 'frameOrigins' | 'emailNewBookings'> & {
  frameOrigins: string;
};

export function valuesOf({
  id: _id,
  logoUrl: _logoUrl,
  emailNewBookings: _emailNewBookings,
  frameOrigins,
  ...values
}: EditedProfile): ProfileValues {
  return { ...values, frameOrigins: frameOrigins.join('\n') };
}

export function computeProfileChanges(
  profile: EditedProfile,
  values: Partial<ProfileValues>,
): Partial<ProfileValues> {
  const before = valuesOf(profile);
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value.trim() !== before[field as keyof ProfileValues],
  );
  return Object.fromEntries(changed);
}

/** A value of a field of the profile as staff read it. */
export function profileValueText(field: string, value: unknown): string {
  return field === 'accent'
    ? (ACCENT_COLORS[value as keyof typeof ACCENT_COLORS]?.label ?? String(value))
    : textOf(value);
}

/** A value of the form or of the profile as text. */
function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '').replaceAll('\n', ', ');
  return text || 'none';
}
