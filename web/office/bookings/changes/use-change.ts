import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangePreview, ChangeResult } from '#contract/booking-changes.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import type { ChangeOffer } from '#domain/rental/changes/change-types.ts';
import {
  type ChangeDraft,
  changePreviewQuery,
  type SavedChange,
  useMakeBookingChange,
} from '#web/api/booking-changes.ts';
import { bookingHistoryQuery, reloadBooking, type VersionedBooking } from '#web/api/bookings.ts';
import { failureText } from '#web/kit/form/failure.ts';
import type { Versioned } from '#web/kit/form/versioned/edit-machine.ts';
import { useEdit } from '#web/kit/form/versioned/use-edit.ts';

/** What the dialog asks for, before offers are taken and calendar rules are overridden. */
export type ChangeRequest = ChangeDraft extends infer C
  ? C extends unknown
    ? Omit<C, 'notifyCustomer' | 'override' | 'dumpsterId' | 'moveBookingId' | keyof ChangeNote>
    : never
  : never;

/** What staff type about a cancellation that changes nothing that a preview shows. */
export type ChangeNote = Partial<Pick<Extract<ChangeDraft, { type: 'cancel' }>, 'reason' | 'paidOut'>>;

/** What staff have decided for one request. */
type Decisions = {
  requestKey: string;
  override: readonly CalendarRefusal[];
  units: { dumpsterId?: number; moveBookingId?: number };
};

type Options = {
  read: VersionedBooking;
  /** Null: nothing is chosen yet. */
  request: ChangeRequest | null;
  /** Sent with the change, but not with its preview. */
  note?: ((preview: ChangePreview) => ChangeNote) | undefined;
  failed: string;
  onDone: (result: ChangeResult) => void;
};

const UNKNOWN_CHANGE: ChangeDraft = { type: 'cancel' };

/**
 * Previews a change whenever its input changes, and makes the change that was previewed. A newer booking is shown with
 * what changed, and previewed again; the input stays. After a lost answer the next attempt has the token of the
 * lost one: the server refuses it if that was made.
 */
export function useChange({ read, request, note, failed, onDone }: Options) {
  const client = useQueryClient();
  const { id, email } = read.value;
  const [notifyCustomer, setNotify] = useState(email !== null);
  const { override, units, decide } = useDecisions(decidedFor(request));
  const [failure, setFailure] = useState<string | null>(null);
  const change =
    request && ({ ...request, ...units, notifyCustomer, override: [...override] } as ChangeDraft);
  const { preview, shown, isChecking, isReady, readAgain } = usePreview(id, change);
  const making = useMakeBookingChange(id);
  const readBoth = () => {
    void client.invalidateQueries({ queryKey: bookingHistoryQuery(id).queryKey });
    return readAgain(reloadBooking(client, id).catch(() => undefined));
  };
  const edit = useEdit<ChangePreview | null, ChangeDraft, SavedChange>({
    latest: versionOf(shown),
    mayFollow: () => true,
    save: (sent, { etag }) => making.mutateAsync({ change: sent, previewToken: etag ?? '' }),
    reload: async () => versionOf(await readBoth()),
  });
  const make = async () => {
    if (!change || !shown || !isReady || making.isPending) return;
    setFailure(null);
    edit.discard();
    const outcome = await edit.save({ ...change, ...note?.(shown) } as ChangeDraft);
    if (outcome.status === 'saved') onDone(outcome.saved.result);
    if (outcome.status !== 'failed') return;
    setFailure(failureText(failed, outcome.error));
    // The outcome may be unknown, and a refusal has reasons: the booking and the preview are read again.
    await readBoth().catch(() => undefined);
  };
  return {
    /** Of the present input, or of the one before while `isChecking`. */
    preview: shown,
    isChecking,
    /** The preview of the present input is on the screen and allows the change. */
    isReady,
    isPending: making.isPending,
    stale: edit.conflict?.stale ?? null,
    failure,
    /** Why there is no preview. */
    error: isChecking ? null : preview.error,
    retry: () => void preview.refetch(),
    make: () => void make(),
    notifyCustomer,
    setNotify,
    override,
    setOverridden: (rule: CalendarRefusal, isOverridden: boolean) =>
      decide({
        override: CALENDAR_REFUSALS.filter((each) =>
          each === rule ? isOverridden : override.includes(each),
        ),
      }),
    takeUnit: (offer: Extract<ChangeOffer, { offer: 'unit' | 'move' }>) =>
      decide({
        units: offer.offer === 'unit' ? { dumpsterId: offer.dumpsterId } : { moveBookingId: offer.bookingId },
      }),
  };
}

/** The token of a preview names the version of the booking that it shows. */
const versionOf = (preview: ChangePreview | undefined): Versioned<ChangePreview | null> => ({
  value: preview ?? null,
  etag: preview?.previewToken ?? null,
});

/** The preview of `change`; null: nothing is chosen yet. */
function usePreview(id: number, change: ChangeDraft | null) {
  const [isRereading, setRereading] = useState(false);
  const preview = useQuery({
    ...changePreviewQuery(id, change ?? UNKNOWN_CHANGE),
    enabled: change !== null,
  });
  const shown = change ? preview.data : undefined;
  // A preview that is read again in the background, because the booking changed, can still be confirmed: the server
  // compares its token.
  const isChecking = change !== null && (preview.isPending || preview.isPlaceholderData || isRereading);
  const isReady = shown?.allowed === true && !isChecking && !preview.error;
  const readAgain = async (booking: Promise<unknown>) => {
    setRereading(true);
    try {
      const [{ data, error }] = await Promise.all([preview.refetch(), booking]);
      if (!data) throw error;
      return data;
    } finally {
      setRereading(false);
    }
  };
  return { preview, shown, isChecking, isReady, readAgain };
}

/** What the decisions are about: the time of day and the charge of a job leave its day and units as they are. */
const decidedFor = (request: ChangeRequest | null) =>
  JSON.stringify({ ...request, timeWindow: undefined, itemId: undefined, charge: undefined });

/** Another request begins without decisions, also when an earlier one is chosen again. */
function useDecisions(requestKey: string) {
  const none: Decisions = { requestKey, override: [], units: {} };
  const [decided, setDecided] = useState(none);
  if (decided.requestKey !== requestKey) setDecided(none);
  const decide = (next: Partial<Decisions>) => setDecided({ ...decided, ...next });
  return { ...decided, decide };
}

export type ChangeState = ReturnType<typeof useChange>;

/** The reasons that no override of a calendar rule removes. */
export function hardReasons({ reasons }: ChangePreview): ChangePreview['reasons'] {
  const rules: readonly string[] = CALENDAR_REFUSALS;
  return reasons.filter(({ code }) => !rules.includes(code));
}
