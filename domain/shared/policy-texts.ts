/** Policy texts for the terms page, the e-mails and the confirmation. */

/** The refund after a cancellation. `payment`: what the customer has paid. */
export function refundRule(payment: string): string {
  return `If you cancel before the truck has left for you, we refund ${payment} to your card; after that we keep what the trip has cost us. If we cannot deliver on the day you booked and no other day suits you, we refund all you have paid.`;
}

export const CANCELLATION_RULE = refundRule('the deposit');

/** Stands above a list of waste that must not be loaded. */
export const PROHIBITED_WASTE_LEAD =
  'Never load these; they endanger people and cannot be taken to an ordinary landfill:';

/** Waste that must not be loaded, by the first terms. */
export const PROHIBITED_WASTE = {
  lead: PROHIBITED_WASTE_LEAD,
  items: [
    'asbestos, medical waste, explosives, ammunition',
    'paint, solvents, oil, fuel, pesticides and other liquids or chemicals',
    'batteries, propane tanks, gas bottles, fluorescent tubes',
    'tires, and refrigerators or air conditioners that still hold refrigerant',
    'televisions and monitors where local rules forbid it',
  ],
} as const;

export const FORBIDDEN_ITEMS_CHARGE = 'We charge what it costs us to sort out forbidden items.';

/** How far a dumpster may be filled; null: to its rim. */
export function fillRule(fillLine: string | null): string {
  return `Fill the dumpster ${fillLine ?? 'level with its rim'} at most.`;
}
