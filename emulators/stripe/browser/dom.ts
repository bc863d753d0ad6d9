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

const MARKS: Record<string, { fill: string; label: string }> = {
  amex: { fill: '#1f72cd', label: 'AMEX' },
  diners: { fill: '#0a5b9c', label: 'DINERS' },
  discover: { fill: '#c14d00', label: 'DISC' },
  jcb: { fill: '#0b6b3a', label: 'JCB' },
  mastercard: { fill: '#b3001b', label: 'MC' },
  unionpay: { fill: '#00606b', label: 'UP' },
  unknown: { fill: '#5f6b7c', label: 'CARD' },
  visa: { fill: '#1a1f71', label: 'VISA' },
};

/** A small card with the brand's short name. */
export function brandMark(brand: string): SVGSVGElement {
  const { fill, label } = MARKS[brand] ?? { fill: '#5f6b7c', label: '' };
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
  text.textContent = label;
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
