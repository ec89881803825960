import { expect, test } from 'vitest'
import { isRpIdOf } from './rp-id.ts'

const origins = ['http://localhost:5000', 'https://app.example.co.uk', 'https://ada.github.io', 'https://192.0.2.7']

test.each([
  ['app.example.co.uk', true],
  ['example.co.uk', true],
  ['localhost', true],
  ['ada.github.io', true],
  // Nobody owns these.
  ['co.uk', false],
  ['uk', false],
  ['github.io', false],
  // Not of this project.
  ['other.example.co.uk', false],
  ['ple.co.uk', false],
  ['sub.app.example.co.uk', false],
  ['example.org', false],
  // No domains.
  ['192.0.2.7', false],
  ['2.7', false],
  ['', false],
  // Spelled otherwise than browsers do.
  ['App.example.co.uk', false],
  ['example.co.uk.', false],
  ['localhost:5000', false],
  ['https://example.co.uk', false],
  [' example.co.uk', false],
  ['éxample.co.uk', false],
])('%j: %j', (domain, isIt) => {
  expect(isRpIdOf(origins, domain)).toBe(isIt)
})
