/** Names that many people have, some of them long, with accents or of other scripts. */
export const FIRST_NAMES =
  `James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald Ashley
Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah
Ronald Stephanie George Rebecca Jason Sharon Edward Laura Jeffrey Cynthia Ryan Dorothy Jacob Amy Nicholas Kathleen
Gary Angela Eric Shirley Jonathan Emma Stephen Brenda Larry Pamela Justin Nicole Scott Anna Brandon Samantha Benjamin
Katherine Samuel Christine Gregory Helen Alexander Debra Patrick Rachel Frank Carolyn Raymond Janet Jack Maria Dennis
Olivia Jerry Heather Tyler Ximena José Zoë Priya Wei Amara Kwame Fatima Søren Łukasz Ngozi Bartholomew`.split(
    /\s+/,
  );

export const LAST_NAMES =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez
Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell
Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Stokes Jordan Patterson
Alexander Hamilton Graham Reynolds Griffin Wallace West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar
Stevens Murray Ford Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen
Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Munoz
Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza
Daniels Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins O'Brien
Kowalczyk Müller Østergaard Papadopoulos Wolfeschlegelsteinhausen`.split(/\s+/);

/** 'city, state, first digits of its zips'. Larger cities are listed twice. */
export const PLACES: readonly (readonly [city: string, state: string, zip: string])[] =
  `Harrisburg PA 171, Harrisburg PA 171, Lancaster PA 176, Lancaster PA 176, Reading PA 196, York PA 174, York PA 174,
Philadelphia PA 191, Philadelphia PA 191, Philadelphia PA 191, Pittsburgh PA 152, Allentown PA 181, Scranton PA 185,
Bethlehem PA 180, State_College PA 168, Carlisle PA 170, Gettysburg PA 173, Hershey PA 170, Lebanon PA 170, Erie PA 165,
Baltimore MD 212, Baltimore MD 212, Frederick MD 217, Hagerstown MD 217, Annapolis MD 214, Towson MD 212,
Columbia MD 210, Rockville MD 208, Newark NJ 071, Trenton NJ 086, Camden NJ 081, Cherry_Hill NJ 080, Edison NJ 088,
Princeton NJ 085, Wilmington DE 198, Dover DE 199, Newark DE 197, New_York NY 100, Brooklyn NY 112, Albany NY 122,
Buffalo NY 142, Rochester NY 146, Syracuse NY 132, Binghamton NY 139, Ithaca NY 148, Cleveland OH 441, Columbus OH 432,
Akron OH 443, Youngstown OH 445, Richmond VA 232, Arlington VA 222, Roanoke VA 240, Norfolk VA 235, Winchester VA 226,
Charleston WV 253, Morgantown WV 265, Martinsburg WV 254, Washington DC 200, Hartford CT 061, Stamford CT 069`
    .split(/,\s+/)
    .map((place) => {
      const [city = '', state = '', zip = ''] = place.split(' ');
      return [city.replace('_', ' '), state, zip];
    });

export const STREETS =
  `Chestnut Street,Derry Street,Mulberry Court,Perkiomen Avenue,Orchard Lane,North Front Street,East Market Street,
Spring Garden Road,Columbia Avenue,Sylvan Terrace,Country Club Road,Quarry Hollow,Maple Avenue,Oak Street,Pine Street,
Cedar Lane,Elm Street,Washington Boulevard,Lincoln Way,Jefferson Avenue,Mill Road,Church Street,High Street,Park Place,
Ridge Road,Valley View Drive,Sunset Drive,Lakeside Court,River Road,Railroad Street,Industrial Parkway,Harvest Lane,
Meadowbrook Drive,Fox Run,Hickory Circle,Willow Bend,Stonewall Drive,Old Post Road,Turnpike Road,College Avenue`.split(
    /,\s*/,
  );

/** The notes of customers; most have none. */
export const NOTES: readonly (string | null)[] = [
  ...Array<null>(12).fill(null),
  'Gate code 4471, please close it behind you.',
  'Left side of the driveway, on boards.',
  'Please call 30 minutes before you arrive. The dog is friendly but loud.',
  'Kitchen remodel, mostly plaster and cabinets. No concrete.',
  'Roof tear-off: shingles only, about 22 squares.',
  'Narrow alley; the smaller truck fits, the long one did not last time.',
  'Estate clean-out for my mother. Text is better than a call.',
  'Deliver behind the barn, not beside the house: the septic field is under the lawn.',
];
