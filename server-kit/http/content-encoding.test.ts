import { expect, test } from 'vitest'
import { acceptsPlain, chooseEncoding } from './content-encoding.ts'

test.each<[string | undefined, 'br' | 'gzip' | null]>([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP;Q=1', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.500, gzip;q=0.5', 'br'],
  ['br;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip;q=0.1, identity;q=0.2', null],
  ['gzip;q=0.2, identity;q=0.2', 'gzip'],
  ['gzip, identity;q=0', 'gzip'],
  ['gzip ; q = 0', null],
  ['gzip;q=2', null],
  ['gzip;q=nothing', null],
  ['gzip;level=9;q=0.4', 'gzip'],
  ['deflate, zstd', null],
  [',,;q=1,gzip,', 'gzip'],
  ['gzip ; q = 0.5', 'gzip'],
  ['gzip;q=1.000', 'gzip'],
  ['gzip;xq=0', 'gzip'],
  ['gzip;q=10', null],
  ['gzip;q=1e3', null],
  ['gzip;q=0.1234', null],
  ['gzip;q=1.001', null],
  ['gzip;q=', null],
])('Accept-Encoding: %s → %s', (accepted, chosen) => expect(chooseEncoding(accepted, ['br', 'gzip'])).toBe(chosen))

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['gzip', true],
  ['gzip, identity;q=0', false],
  ['gzip, *;q=0', false],
  ['*;q=0, identity;q=0.1', true],
])('Accept-Encoding: %s accepts identity: %s', (accepted, plain) => expect(acceptsPlain(accepted)).toBe(plain))
