/** An element with its attributes and children; attributes that are undefined are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const MARKS: Record<string, { fill: string; letters: string }> = {
  amex: { fill: '#1f72cd', letters: 'AMEX' },
  diners: { fill: '#0a5b9c', letters: 'DINERS' },
  discover: { fill: '#c14d00', letters: 'DISC' },
  jcb: { fill: '#0b6b3a', letters: 'JCB' },
  mastercard: { fill: '#b3001b', letters: 'MC' },
  unionpay: { fill: '#00606b', letters: 'UP' },
  unknown: { fill: '#5f6b7c', letters: 'CARD' },
  visa: { fill: '#1a1f71', letters: 'VISA' },
};

/** A small card with the brand's letters. */
export function brandMark(brand: string): SVGSVGElement {
  const { fill, letters } = MARKS[brand] ?? { fill: '#5f6b7c', letters: '' };
  const svg = shape('svg', {
    class: 'ssi-mark',
    viewBox: '0 0 32 20',
    'aria-hidden': 'true',
    'data-brand': brand,
  });
  const text = shape('text', {
    x: '16',
    y: '13.5',
    fill: '#fff',
    'font-size': '8',
    'font-weight': '700',
    'text-anchor': 'middle',
    'font-family': 'sans-serif',
  });
  text.textContent = letters;
  svg.append(shape('rect', { width: '32', height: '20', rx: '3', fill }), text);
  return svg;
}

function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
): SVGElementTagNameMap[K] {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
