import { expect, it } from 'vitest';
import { computeNetworks, ipKey } from './address.ts';

it('an IPv6 address counts in its /64, /56 and /48', () => {
  expect(computeNetworks('2001:db8:1:2ab::9')).toEqual({
    ipKey: '2001:db8:1:2ab::/64',
    homeNetwork: '2001:db8:1:200::/56',
    wideNetwork: '2001:db8:1::/48',
  });
});

it('an IPv4 address counts by itself and in its /24', () => {
  expect(computeNetworks('203.0.113.7')).toEqual({
    ipKey: '203.0.113.7',
    homeNetwork: '203.0.113.7',
    wideNetwork: '203.0.113.0/24',
  });
});

it.each([
  '2001:db8:1:2ab::9',
  '2001:0DB8:0001:02AB:0000:0000:0000:0009',
  '2001:db8:1:2ab:0:0:0.0.0.9',
  ' 2001:db8:1:2ab::9%eth0 ',
])('the notation %s gives the same networks', (ip) => {
  expect(computeNetworks(ip)).toEqual(computeNetworks('2001:db8:1:2ab::9'));
});

it.each(['::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7', '203.000.113.007'])(
  'the IPv4 address written as %s counts as the IPv4 address',
  (ip) => expect(computeNetworks(ip)).toEqual(computeNetworks('203.0.113.7')),
);

it('short addresses and texts that are no address have networks, too', () => {
  expect(computeNetworks('::1')).toMatchObject({ ipKey: '0:0:0:0::/64', wideNetwork: '0:0:0::/48' });
  expect(computeNetworks('2001:db8::')).toMatchObject({ homeNetwork: '2001:db8:0:0::/56' });
  expect(computeNetworks('Unknown')).toEqual({
    ipKey: 'unknown',
    homeNetwork: 'unknown',
    wideNetwork: 'unknown',
  });
  expect(computeNetworks('300.1.2.3').wideNetwork).toBe('300.1.2.3');
  expect(computeNetworks('')).toEqual({ ipKey: '', homeNetwork: '', wideNetwork: '' });
  expect(ipKey('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
});
