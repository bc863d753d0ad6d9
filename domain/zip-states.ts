import type { UsState } from './us-states.ts';

/**
 * The first three digits of the ZIP codes of each state (USPS Publication 65). Washington, the territories and the armed
 * forces are left out: the booking form does not have them.
 */
const PREFIXES: Readonly<Record<UsState, string>> = {
  AL: '350-352 354-369',
  AK: '995-999',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  IA: '500-516 520-528',
  KS: '660-662 664-679',
  KY: '400-427',
  LA: '700-701 703-708 710-714',
  ME: '039-049',
  MD: '206-212 214-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-551 553-567',
  MS: '386-397',
  MO: '630-631 633-641 644-658',
  MT: '590-599',
  NE: '680-681 683-693',
  NV: '889-891 893-895 897-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-884',
  NY: '005 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-986 988-994',
  WV: '247-268',
  WI: '530-532 534-535 537-549',
  WY: '820-831',
};

/** Codes that reach into a second state, and those whose prefix belongs to another one. */
const EXCEPTIONS: Readonly<Record<string, readonly UsState[]>> = {
  '02861': ['RI', 'MA'],
  '03579': ['NH', 'ME'],
  '06390': ['NY'],
  '42223': ['KY', 'TN'],
  '59221': ['MT', 'ND'],
  '63673': ['MO', 'IL'],
  '71749': ['AR', 'LA'],
  '73949': ['OK', 'TX'],
  '81137': ['CO', 'NM'],
  '83414': ['WY'],
  '84536': ['UT', 'AZ'],
  '86044': ['AZ', 'UT'],
  '86515': ['AZ', 'NM'],
  '88063': ['NM', 'TX'],
  '89439': ['NV', 'CA'],
  '97635': ['OR', 'CA'],
};

const STATE_OF_PREFIX = new Map(
  Object.entries(PREFIXES).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => prefixesOf(range).map((prefix) => [prefix, state as UsState])),
  ) as [number, UsState][],
);

/** The states of a ZIP code or ZIP+4, the main one first; empty where it is not known. */
export function statesOfZip(zip: string): readonly UsState[] {
  const exception = EXCEPTIONS[zip.slice(0, 5)];
  if (exception) return exception;
  const state = STATE_OF_PREFIX.get(Number(zip.slice(0, 3)));
  return state ? [state] : [];
}

function prefixesOf(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
