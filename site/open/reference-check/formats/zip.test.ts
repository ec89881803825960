import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unzip, ZipError } from './zip.ts'

const archive = (text: string, level: 0 | 9 = 9): Buffer => Buffer.from(zipSync({ a: strToU8(text) }, { level }))
const read = (bytes: Uint8Array, most = 1_000) =>
  unzip(bytes, new Set(['a']), most)
    .get('a')
    ?.toString()
const damaged = expect.objectContaining({ reason: 'damaged' })
const tooLarge = expect.objectContaining({ reason: 'too-large' })

/** The archive with another number in its central directory. */
const changed = (bytes: Buffer, field: number, value: number, size: 2 | 4): Buffer => {
  const at = bytes.indexOf('PK\x01\x02', 'latin1') + field
  const copy = Buffer.from(bytes)
  copy.writeUIntLE(value, at, size)
  return copy
}

test.each([0, 9] as const)('a file compressed at level %i is unpacked', level => {
  expect(read(archive('text', level))).toBe('text')
})

test('other files are ignored, and a trailing archive comment is accepted', () => {
  const bytes = Buffer.concat([zipSync({ a: strToU8('x'), b: strToU8('y'.repeat(5_000)) }), Buffer.from('comment')])
  expect(read(bytes)).toBe('x')
})

test.each([0, 9] as const)('unpacking stops at the limit whatever size the archive declares, at level %i', level => {
  const large = archive('x'.repeat(1_001), level)
  for (const size of [1_001, 0, 10, 0xffffffff]) expect(() => read(changed(large, 24, size, 4))).toThrow(tooLarge)
  expect(read(archive('x'.repeat(1_000), level))).toHaveLength(1_000)
})

test('the limit covers all files, and a duplicate name is unpacked once', () => {
  const two = zipSync({ a: strToU8('x'.repeat(600)), b: strToU8('y'.repeat(600)) })
  expect(() => unzip(two, new Set(['a', 'b']), 1_000)).toThrow(tooLarge)
  expect(unzip(two, new Set(['a', 'b']), 1_200).size).toBe(2)
  const same = Buffer.from(two)
  same[same.lastIndexOf('b')] = 'a'.charCodeAt(0)
  expect(read(same)).toBe('x'.repeat(600))
})

test.each<[string, Buffer]>([
  ['without a directory', archive('text').subarray(0, 40)],
  ['with a directory that points beyond it', changed(archive('text'), 42, 0xfffffff0, 4)],
  ['with more content than it has', changed(archive('text'), 20, 0xffffff, 4)],
  ['packed in an unknown way', changed(archive('text'), 10, 99, 2)],
  ['with damaged content', changed(archive('text'.repeat(90)), 20, 3, 4)],
  ['of nothing', Buffer.alloc(0)],
])('an archive %s is rejected', (_, bytes) => {
  expect(() => read(bytes)).toThrow(ZipError)
  expect(() => read(bytes)).toThrow(damaged)
})
