/** Policy texts for the terms page, the e-mails and the confirmation. */

/** The refund after a cancellation. */
export const CANCELLATION_RULE =
  'If you cancel before the truck has left for you, we refund the deposit to your card; after that we keep what the trip has cost us. If we cannot deliver on the day you booked and no other day suits you, we refund all you have paid.';

/** Waste that must not be loaded, and the charge for it. */
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
