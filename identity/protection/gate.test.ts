import { expect, test } from 'vitest'
import { createGate } from './account-lock.ts'
import type { DeviceVerdict } from './devices/create-devices.ts'

type Mode = 'off' | 'observation' | 'decisioning'
const request = { id: 'test', now: 0, address: '192.0.2.1', userAgent: 'test', origin: null }

/** Creates a gate with a fixed device verdict and records its device and captcha checks. */
const setUp = (verdict: DeviceVerdict, isTaken = true) => {
  const asked: string[] = []
  const gate = createGate({
    devices: {
      look: async (_: unknown, id: string | undefined) => {
        asked.push(`device ${id}`)
        return verdict
      },
    } as never,
    captcha: {
      demand: async () => {
        asked.push('captcha')
        return isTaken
      },
    } as never,
  })
  const pass = (deviceFingerprint: Mode, captchaOnEveryCall = false) =>
    gate.pass({
      project: { deviceFingerprint, captchaOnEveryCall } as never,
      request: request as never,
      body: { dfp_telemetry_id: 'id' },
    })
  return { asked, pass }
}
const usual = { kind: 'allow', reason: 'usual' } as const
const odd = { kind: 'challenge', reason: 'automated' } as const
const busy = { kind: 'block', reason: 'too-busy' } as const

test('with decisioning a regular device passes without a captcha, whatever the project requires', async () => {
  const { asked, pass } = setUp(usual)
  expect(await pass('decisioning', true)).toBe(false)
  expect(asked).toEqual(['device id'])
})

test.each([true, false])('a suspicious device requires a captcha: %s', async isTaken => {
  const { asked, pass } = setUp(odd, isTaken)
  expect(await pass('decisioning')).toBe(isTaken)
  expect(asked).toEqual(['device id', 'captcha'])
})

test('a device over its rate limit is rejected for a minute', async () => {
  const { asked, pass } = setUp(busy)
  await expect(pass('decisioning')).rejects.toMatchObject({ type: 'too_many_requests', retryAfter: 60 })
  expect(asked).toEqual(['device id'])
})

test('with observation the project’s own settings decide', async () => {
  for (const verdict of [usual, odd, busy]) {
    const { asked, pass } = setUp(verdict)
    expect([await pass('observation'), await pass('observation', true)]).toEqual([false, true])
    expect(asked).toEqual(['device id', 'device id', 'captcha'])
  }
})

test('with devices off, signals are not evaluated', async () => {
  const { asked, pass } = setUp(busy)
  expect([await pass('off'), await pass('off', true)]).toEqual([false, true])
  expect(asked).toEqual(['captcha'])
})
