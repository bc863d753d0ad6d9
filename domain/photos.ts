/** The subject of a driver's photo. */
export const PHOTO_TYPES = ['delivery_placement', 'pickup_before', 'pickup_after'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
