import { AppError } from '#domain/shared/errors.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import type { ChangeInput, ChangePlan } from './plan.ts';

/**
 * Names a preview: the version of the booking, and a hash of the booking's id, the version, the input, the price lines and
 * the refund of a cancellation. It is no secret: a call with it is checked like the preview.
 */
export async function computePreviewToken(
  { id, version }: Pick<BookingRecord, 'id' | 'version'>,
  input: ChangeInput,
  { lines, cancellation }: Pick<ChangePlan, 'lines' | 'cancellation'>,
): Promise<string> {
  const { preview: _preview, previewToken: _previewToken, ...asked } = input;
  const fields = Object.entries(asked)
    .filter(([name]) => !TYPED_LAST.includes(name))
    .toSorted(([a], [b]) => a.localeCompare(b));
  const text = JSON.stringify([id, version, fields, lines, cancellation]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${version}-${hash}`;
}

/** Fields of a cancellation that change nothing that the preview shows; staff may type them last. */
const TYPED_LAST: readonly string[] = ['reason', 'paidOut'];

/** The version of the booking that a preview showed; null for a text that is no token. */
export function versionOfToken(token: string): number | null {
  const version = /^(\d{1,15})-[\da-f]{64}$/.exec(token)?.[1];
  return version === undefined ? null : Number(version);
}

/** The booking is the same, so what differs is the input, or the price since another rate card was published. */
export function otherThanPreview(): AppError {
  return new AppError(
    'stale',
    'This change or its price is not the one of the preview. Preview the change again.',
    { body: { changedBy: null, changedByName: null, changedAt: null, changed: [], events: [] } },
  );
}
