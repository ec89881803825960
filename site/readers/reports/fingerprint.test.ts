import { expect, test } from 'vitest'
import { noEntries } from './entries.ts'
import { fingerprintOf, formatFingerprint } from './wizard-state.ts'

const files = [{ name: 'a.csv', size: 1, sha256: 'a'.repeat(64) }]
const sha256 = 'b'.repeat(64)

test.each([
  ['no files', {}, [], null, { kind: 'none' }, /^None/],
  [
    'a file that is being read',
    { unread: ['b'] },
    ['b'],
    null,
    { kind: 'pending', names: ['b'] },
    /b is still being read/,
  ],
  ['one of two', { files, unread: ['b'] }, ['b'], files, { kind: 'pending', names: ['b'] }, /still being read/],
  [
    'a file that nobody reads any more',
    { files, unread: ['b'] },
    [],
    files,
    { kind: 'failed', names: ['b'] },
    /b was not read/,
  ],
  [
    'two that are read',
    { unread: ['b', 'c'] },
    ['c', 'b'],
    null,
    { kind: 'pending', names: ['b', 'c'] },
    /b, c are still/,
  ],
  [
    'one that is read and one not',
    { unread: ['b', 'c'] },
    ['c'],
    null,
    { kind: 'pending', names: ['c'] },
    /c is still/,
  ],
  [
    'two that nobody reads',
    { unread: ['b', 'c'] },
    [],
    null,
    { kind: 'failed', names: ['b', 'c'] },
    /b, c were not read/,
  ],
  ['files whose common hash is not made yet', { files }, [], null, { kind: 'pending', names: [] }, /^Computing$/],
  ['files that are all read', { files, sha256 }, [], files, { kind: 'done', sha256 }, /^b{64}$/],
] as const)('fingerprint of %s', (_, entries, reading, hashed, fingerprint, words) => {
  const found = fingerprintOf({ ...noEntries, ...entries }, { reading, hashed })
  expect(found).toEqual(fingerprint)
  expect(formatFingerprint(found)).toMatch(words)
})
