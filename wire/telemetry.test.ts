import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase64 } from './base64.ts'
import { parseTelemetry } from './telemetry.schema.ts'
import { encodeTelemetry, type Telemetry } from './telemetry.ts'
import { anyLetter } from './testing/any-letter.ts'

const example: Telemetry = {
  event_id: 'event-id-1a0c9c3e-6f0e-4a58-8d7c-6d0c7f2a8e11',
  app_session_id: 'app-session-id-1a0c9c3e-6f0e-4a58-8d7c-6d0c7f2a8e12',
  persistent_id: 'persistent-id-1a0c9c3e-6f0e-4a58-8d7c-6d0c7f2a8e13',
  client_sent_at: '2026-01-02T03:04:05.678Z',
  timezone: 'Europe/Zurich',
  app: { identifier: 'localhost' },
  sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.18.7' },
}

test('a header round-trips without undefined fields', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 10 }).filter(text => !/\p{Cc}/u.test(text) && text.length <= 60)
  fc.assert(
    fc.property(word, fc.option(word, { nil: undefined }), (timezone, stytch_user_id) => {
      const header = encodeTelemetry({ ...example, timezone, stytch_user_id })
      expect(parseTelemetry(header)).toStrictEqual({
        ...example,
        timezone,
        ...(stytch_user_id !== undefined && { stytch_user_id }),
      })
    }),
  )
})

test('an unreadable header is ignored without an error', () => {
  expect(parseTelemetry(undefined)).toBeNull()
  expect(parseTelemetry('%%%')).toBeNull()
  expect(parseTelemetry(encodeBase64('{'))).toBeNull()
  expect(parseTelemetry(encodeBase64('null'))).toBeNull()
  expect(parseTelemetry(encodeTelemetry({ ...example, timezone: 'x'.repeat(100_000) }))).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyLetter }), fc.json().map(encodeBase64)), header => {
      expect(parseTelemetry(header)).toBeNull()
    }),
  )
})
