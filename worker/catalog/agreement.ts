import { type Agreement, describeAgreement } from '#domain/catalog/agreement.ts';
import type { PlacementType, Quote } from '#domain/catalog/quote.ts';
import type { Context } from '#worker/base/context.ts';
import type { RentalColumns } from './labels.ts';
import { getRateCard } from './rate-cards.ts';

/** The columns of a booking that say what was agreed. */
type AgreedColumns = RentalColumns & {
  quote: Quote | null;
  placementType: PlacementType;
  zone: string | null;
};

/** What the customer of a booking agreed to, by the booking's own rate card. */
export async function readAgreement(
  ctx: Context,
  { rentalType, dumpsterType, materialId, rateCardId, ...agreed }: AgreedColumns,
): Promise<Agreement> {
  const { card } = await getRateCard(ctx, rateCardId);
  return describeAgreement(card, {
    rentalOption: rentalType,
    dumpsterSize: dumpsterType,
    material: materialId,
    quote: agreed.quote,
    placementType: agreed.placementType,
    zone: agreed.zone,
  });
}
