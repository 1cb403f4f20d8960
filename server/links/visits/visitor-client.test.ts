import { describe, expect, it } from 'vitest';
import { hostIn, visitDeviceOf } from './visitor-client.ts';

describe('the device of a visit', () => {
  it.each([
    [
      'phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ],
    ['phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'],
    ['tablet', 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
    ['tablet', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'],
    ['computer', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
    ['computer', ''],
  ] as const)('is a %s: %s', (device, userAgent) => {
    expect(visitDeviceOf(userAgent)).toBe(device);
  });
});

describe('the host of the page from which a visitor came', () => {
  it.each([
    ['https://Intranet.Example/start?secret=1#top', 'intranet.example'],
    ['http://user:secret@intranet.example:8080/', 'intranet.example:8080'],
    ['javascript:alert(1)', null],
    ['data:text/html,<b>x</b>', null],
    ['https://', null],
    ['<script>', null],
    [`https://${'x'.repeat(2000)}.example/`, null],
    ['', null],
    [undefined, null],
  ])('in %j is %j', (address, host) => {
    expect(hostIn(address)).toBe(host);
  });
});
