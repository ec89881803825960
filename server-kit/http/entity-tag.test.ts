import { expect, test } from 'vitest'
import { isKnown, weakTag } from './content-encoding.ts'

const [tag, other] = [weakTag('a'), weakTag('b')]

test.each([
  [tag, true],
  [`${other}, ${tag}`, true],
  [`${tag},${other}`, true],
  ['*', true],
  [' * ', true],
  [other, false],
  [tag.slice(2), false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s matches: %s', (known, isIt) => expect(isKnown(known, tag)).toBe(isIt))

test('the ETag is weak and depends on the content', () => {
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(other).not.toBe(tag)
})
