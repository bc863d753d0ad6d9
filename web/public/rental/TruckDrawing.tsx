/** Ten units to a foot, like the boxes: a roll-off truck with a 20-yard box on its rails. */
const RIBS = [48, 68, 88, 108, 128, 148, 168, 188, 208];
const WHEELS = [84, 122, 352];

export function TruckDrawing({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 128" aria-hidden="true" className={className}>
      <path d="M0 125H420" className="stroke-edge" strokeWidth="1" />
      <Box />
      <Chassis />
      <Cab />
      {WHEELS.map((x) => (
        <g key={x}>
          <circle cx={x} cy="108" r="17" className="fill-rubber" />
          <circle cx={x} cy="108" r="8" className="fill-hub" />
          <circle cx={x} cy="108" r="3" className="fill-rubber" />
        </g>
      ))}
    </svg>
  );
}

function Box() {
  return (
    <g>
      <path d="M16 32H240L233 80H16Z" className="fill-steel" />
      {RIBS.map((x) => (
        <path key={x} d={`M${x} 38V77`} className="stroke-steel-dark" strokeWidth="2.6" />
      ))}
      <path d="M13 30H242L241 35H13Z" className="fill-steel-light" />
      <path d="M16 76H234L233 80H16Z" className="fill-steel-dark" />
      <rect x="104" y="42" width="38" height="29" rx="1.5" className="fill-signal" />
      <text
        x="123"
        y="65.5"
        textAnchor="middle"
        fontSize="25"
        className="fill-plate-ink font-display font-semibold"
      >
        20
      </text>
    </g>
  );
}

function Chassis() {
  return (
    <g>
      <path d="M10 81H252V87H10Z" className="fill-iron" />
      <path d="M6 88H380V97H6Z" className="fill-iron-dark" />
      <path d="M8 88V102H16V88Z" className="fill-signal" />
      <rect x="180" y="97" width="56" height="14" rx="4" className="fill-iron" />
      <rect x="286" y="97" width="30" height="12" rx="2" className="fill-iron" />
      <path d="M251 26V88H257V22Z" className="fill-iron" />
    </g>
  );
}

function Cab() {
  return (
    <g>
      <path
        d="M262 100V32Q262 24 270 24H306Q313 24 316 30L330 58L386 64Q394 65 395 73L397 100H372Q370 88 352 88T332 100Z"
        className="fill-cab"
      />
      <path d="M262 70H396L396.6 76H262Z" className="fill-signal" />
      <path d="M288 34H305Q308 34 309.5 37L319 57H288Z" className="fill-glass" />
      <path d="M270 34H282V57H270Z" className="fill-glass" />
      <path d="M285 32V97M262 97H332" className="fill-none stroke-cab-dark" strokeWidth="1.5" />
      <rect x="276" y="80" width="7" height="2.6" rx="1.3" className="fill-glass" />
      <rect x="389" y="78" width="7" height="9" rx="2" className="fill-glass" />
      <path d="M384 96H402V103Q402 105 400 105H384Z" className="fill-iron" />
      <rect x="322" y="44" width="4" height="15" rx="1.5" className="fill-iron-dark" />
      <path d="M258 12H262V88H258Z" className="fill-hub" />
    </g>
  );
}
