/** How many days ahead a delivery can be booked, unless the catalog says less. */
export const HORIZON_DAYS = 365;

/** A slug of the catalog ('7-day'). What it means is in a rate card (domain/catalog/). */
export type RentalType = string;

/** A slug of the catalog ('15-yard'). */
export type DumpsterType = string;

/** The size that a form proposes where the catalog offers it. */
export const DEFAULT_DUMPSTER_TYPE: DumpsterType = '15-yard';
