/** The client's address as Cloudflare reports it; '' when it does not. */
export function clientAddress(request: Request): string {
  return request.headers.get('CF-Connecting-IP') ?? '';
}

/** The networks by which a caller is counted, narrowest first. All are '' when the address is not known. */
export type Networks = {
  /** The IPv4 address, or the IPv6 /64. */
  ipKey: string;
  /** What one household is given: the IPv4 address, or the IPv6 /56. */
  homeNetwork: string;
  /** What one organisation is given: the IPv4 /24, or the IPv6 /48. */
  wideNetwork: string;
};

/** An address in any notation gives the same networks; an IPv4-mapped IPv6 address counts as its IPv4 address. */
export function computeNetworks(ip: string): Networks {
  const text = ip.trim().toLowerCase().replace(/%.*$/, '');
  const groups = ipv6Groups(text);
  const ipv4 = groups ? mappedIpv4(groups) : ipv4Octets(text);
  if (ipv4) {
    const address = ipv4.join('.');
    return { ipKey: address, homeNetwork: address, wideNetwork: `${ipv4.slice(0, 3).join('.')}.0/24` };
  }
  // A text that is no address still counts as one caller.
  if (!groups) return { ipKey: text, homeNetwork: text, wideNetwork: text };
  const [first = 0, second = 0, third = 0, fourth = 0] = groups;
  return {
    ipKey: network([first, second, third, fourth], 64),
    homeNetwork: network([first, second, third, fourth & 0xff00], 56),
    wideNetwork: network([first, second, third], 48),
  };
}

/** The IPv4 address, or the IPv6 /64. */
export function ipKey(ip: string): string {
  return computeNetworks(ip).ipKey;
}

/** The eight groups of an IPv6 address; null for other text. The URL parser knows every notation. */
function ipv6Groups(text: string): number[] | null {
  const url = `http://[${text}]/`;
  if (!URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const start = head.split(':').filter(Boolean);
  const end = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address in ::ffff:0:0/96; null for other addresses. */
function mappedIpv4(groups: number[]): number[] | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff] : null;
}

function ipv4Octets(text: string): number[] | null {
  const octets = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : [];
  return octets.length === 4 && octets.every((octet) => octet < 256) ? octets : null;
}

function network(groups: number[], bits: number): string {
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
