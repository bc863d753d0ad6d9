/** What a driver's photo shows. */
export const PHOTO_TYPES = ['delivery_placement', 'pickup_before', 'pickup_after'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
