/** Policy texts that the terms page, e-mails and the confirmation share: plain text, one source. */

/** What a customer gets back after cancelling. */
export const CANCELLATION_RULE =
  'If you cancel before the truck has left for you, we refund the deposit to your card; after that we keep what the trip has cost us. If we cannot deliver on the day you booked and no other day suits you, we refund all you have paid.';

/** What must not be loaded: a lead, the items of a list, and what follows from loading them. */
export const PROHIBITED_WASTE = {
  lead: 'Never load these; they endanger people and cannot be taken to an ordinary landfill:',
  items: [
    'asbestos, medical waste, explosives, ammunition',
    'paint, solvents, oil, fuel, pesticides and other liquids or chemicals',
    'batteries, propane tanks, gas bottles, fluorescent tubes',
    'tires, and refrigerators or air conditioners that still hold refrigerant',
    'televisions and monitors where local rules forbid it',
  ],
  consequence:
    'Fill the dumpster level with its rim at most. We charge what it costs us to sort out forbidden items.',
} as const;
