/** When a truck is inspected: before the first stop, and at the end of the day (49 CFR 396.11 and 396.13). */
export const INSPECTION_KINDS = ['before', 'after'] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];

/** What a driver looks at, until the firm changes the list. */
export const DEFAULT_INSPECTION_ITEMS: readonly string[] = [
  'Service brakes',
  'Parking brake',
  'Steering',
  'Lights and reflectors',
  'Tires',
  'Horn',
  'Wipers',
  'Mirrors',
  'Coupling, hoist and hook',
  'Tarp',
  'Emergency equipment',
  'Leaks',
];

export const MAX_INSPECTION_ITEMS = 40;
export const MAX_INSPECTION_ITEM = 80;
/** Of one defect. */
export const MAX_INSPECTION_PHOTOS = 5;

/** What was done about a reported defect. */
export const REPAIR_RESULTS = ['repaired', 'not_needed'] as const;
export type RepairResult = (typeof REPAIR_RESULTS)[number];

export const REPAIR_LABELS: Readonly<Record<RepairResult, string>> = {
  repaired: 'Repaired',
  not_needed: 'No repair needed',
};

/** 'Service brakes: soft; Horn'. */
export function defectsText(defects: readonly { item: string; note?: string | null | undefined }[]): string {
  return defects.map(({ item, note }) => (note ? `${item}: ${note}` : item)).join('; ');
}
