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

/**
 * For each state the ZIP codes of other states that reach into it. From the Census Bureau's relationship of ZIP code areas
 * to counties of 2020; 88063 from that of 2010. 45275 is the airport of Cincinnati.
 */
const ALSO_IN: Partial<Record<UsState, string>> = {
  AL: '30165 38852',
  AR: '38769 65729 65733 65761 75556',
  AZ: '84531 84536 87328',
  CA: '89010 89019 89060 89061 89439 97635',
  CO: '69168 82063 82082',
  DE: '21874 21912',
  GA: '36855',
  IA: '56027 57034',
  ID: '59847 83120 83127 89832 97910 97913 99033 99128',
  IL: '63673',
  KS: '68325 68327 68420 68943 68978 69026',
  KY: '38079 38549 45275',
  LA: '71749',
  MA: '02861',
  MD: '19973',
  ME: '03579',
  MI: '54540',
  MN: '51360 57026 57030 57068 58030 58225',
  MO: '51640 52542 52573 52626 72644',
  MS: '38326',
  MT: '57717 57724 58621 82801',
  ND: '56744 57255 57430 57638 57641 57642 57645 57648 57660 59221 59270 59275',
  NE: '51557 57735 66541 66955 80737 82082',
  NM: '79835 79837 79922 81120 81137 86504 86514 86515',
  NV: '84034',
  OK: '71937 71953',
  OR: '89421 99362',
  SD: `51001 51023 56136 56144 56164 56219 56220 56257 58041 58043 58053 58413 58436 58439 58568 58623
    58639 58649 58653 68719 68755 69201 69212 69216 69337 82701`,
  TN: '30741 40965 42223 42602 72338',
  TX: '73949 88063 88430',
  UT: '81324 82930 83342 86044 86514',
  VA: '27048 28675 37642 37752',
  WA: '83856',
  WV: '20135 24604 24622',
  WY: '57717',
};

/** ZIP codes that are wholly in another state than the others of their prefix. */
const OUTLIERS: Readonly<Record<string, UsState>> = { '06390': 'NY', '73960': 'TX', '83414': 'WY' };

const STATE_OF_PREFIX = new Map(
  Object.entries(PREFIXES).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => parsePrefixes(range).map((prefix) => [prefix, state as UsState])),
  ) as [number, UsState][],
);

const OTHER_STATES = Object.entries(ALSO_IN).map(
  ([state, zips]) => [state as UsState, new Set(zips.split(/\s+/))] as const,
);

/** The states of a ZIP code or ZIP+4, that of its post office first; empty where it is not known. */
export function statesOfZip(zip: string): readonly UsState[] {
  const code = zip.slice(0, 5);
  const state = OUTLIERS[code] ?? STATE_OF_PREFIX.get(Number(code.slice(0, 3)));
  if (!state) return [];
  return [state, ...OTHER_STATES.filter(([, zips]) => zips.has(code)).map(([other]) => other)];
}

function parsePrefixes(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
