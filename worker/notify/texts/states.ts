import { isoInstant } from '#domain/shared/days.ts';
import type { TextConsentSource } from '#domain/shared/texts.ts';
import type { Context } from '#worker/base/context.ts';
import { textPhone } from '#worker/base/platform/phone-numbers.ts';
import { hasTextConsents, listConsentsOfPhones } from './repo.ts';

/** What a customer last said about texts to the phone number of a booking. 'stopped': the number texted STOP. */
export type TextAnswer = {
  state: 'on' | 'withdrawn' | 'stopped';
  source: TextConsentSource;
  createdAt: string;
};

/**
 * A function that adds the customers' answers to bookings, for a file with many of them: one query for each call, and
 * none while no customer was ever asked. Null: the customer was not asked for this number.
 */
export async function makeTextAnswerReader(ctx: Context) {
  const isAsked = await hasTextConsents(ctx.db);
  return async <T extends { id: number; phone: string }>(
    bookings: readonly T[],
  ): Promise<(T & { textAnswer: TextAnswer | null })[]> => {
    if (!isAsked) return bookings.map((booking) => ({ ...booking, textAnswer: null }));
    const phones = bookings.map(({ phone }) => textPhone(phone));
    const known = phones.filter((phone) => phone !== null);
    const byPhone = Map.groupBy(await listConsentsOfPhones(ctx.db, known), ({ phone }) => phone);
    return bookings.map((booking, index) => {
      const rows = byPhone.get(phones[index] ?? '') ?? [];
      // As findDecidingConsent: the latest of the booking, or a later withdrawal with another booking.
      const row = rows.findLast(({ bookingId, isGiven }) => bookingId === booking.id || !isGiven);
      return { ...booking, textAnswer: row ? answerOf(row) : null };
    });
  };
}

type ConsentRow = Awaited<ReturnType<typeof listConsentsOfPhones>>[number];

function answerOf({ isGiven, isStopped, source, createdAt }: ConsentRow): TextAnswer {
  const given = isGiven ? 'on' : 'withdrawn';
  return { state: isStopped ? 'stopped' : given, source, createdAt: isoInstant(createdAt) };
}
