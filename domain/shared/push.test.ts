import { expect, it } from 'vitest';
import { isPushEndpoint } from './push.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-bl2p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('%s is a push service', (address) => {
  expect(isPushEndpoint(address)).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilpush.apple.com.example/x',
  'https://127.0.0.1/x',
  'https://10.0.0.8/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://fcm.googleapis.com\\@127.0.0.1/x',
  'https://127.0.0.1#.push.apple.com/x',
  'https://127.0.0.1/?.push.apple.com/x',
  ' https://fcm.googleapis.com/x',
  'https://metadata.google.internal/x',
  'file:///etc/passwd',
  'x',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
])('%s is none', (address) => {
  expect(isPushEndpoint(address)).toBe(false);
});
