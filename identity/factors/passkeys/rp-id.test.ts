import { expect, test } from 'vitest'
import { isRpIdOf } from './options.ts'

const origins = ['http://localhost:5000', 'https://app.example.co.uk', 'https://ada.github.io', 'https://192.0.2.7']

test.each([
  ['app.example.co.uk', true],
  ['example.co.uk', true],
  ['localhost', true],
  ['ada.github.io', true],
  // These are public suffixes.
  ['co.uk', false],
  ['uk', false],
  ['github.io', false],
  // These are not of this project.
  ['other.example.co.uk', false],
  ['ple.co.uk', false],
  ['sub.app.example.co.uk', false],
  ['example.org', false],
  // These are not domains.
  ['192.0.2.7', false],
  ['2.7', false],
  ['', false],
  // Browsers spell these in another way.
  ['App.example.co.uk', false],
  ['example.co.uk.', false],
  ['localhost:5000', false],
  ['https://example.co.uk', false],
  [' example.co.uk', false],
  ['éxample.co.uk', false],
])('RP ID %j is valid: %j', (domain, isIt) => {
  expect(isRpIdOf(origins, domain)).toBe(isIt)
})
