import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import {
  ada,
  create,
  open,
  password,
  passwordRules,
  session_duration_minutes,
  signUp,
  state,
  strength,
} from './testing/index.ts'

describe('password strength check', () => {
  test('the strength check returns what the meter needs and stores nothing', async () => {
    const provider = await open()
    const before = await state(provider)
    const good = await provider.sdk('POST', strength, { password, email: ada })
    expect(good.data).toMatchObject({
      valid_password: true,
      score: 4,
      breached_password: false,
      strength_policy: 'zxcvbn',
      breach_detection_on_create: true,
      feedback: { warning: '', suggestions: [] },
    })
    const bad = await provider.sdk('POST', strength, { password: 'qwertyuiop' })
    expect(bad.data).toMatchObject({ valid_password: false, breached_password: true })
    expect((bad.data as { score: number }).score).toBeLessThan(3)
    expect((await provider.sdk('POST', strength, { password, email: 'no address' })).json.error_type).toBe(
      'invalid_email',
    )
    expect(await state(provider)).toEqual(before)
  })

  test('the strength check never reveals whether a password belongs to an account', async () => {
    const provider = await open()
    await signUp(provider)
    const [theirs, nobodys] = await Promise.all(
      [ada, 'ida@example.org'].map(email => provider.sdk('POST', strength, { password, email })),
    )
    expect({ ...theirs?.data, request_id: '' }).toEqual({ ...nobodys?.data, request_id: '' })
  })

  test('the strength check is rate limited per IP address across all accounts', async () => {
    const provider = await identityUnderTest({ LIMITS_SCALE: String(5 / 240) })
    const statuses = []
    for (let n = 0; n < 7; n++) {
      statuses.push((await provider.sdk('POST', strength, { password, email: `person-${n}@example.org` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('the strength check follows the project’s LUDS policy', async () => {
    const provider = await open()
    await provider.configure({ passwords: { ...passwordRules, policy: 'luds' } })
    const answer = await provider.sdk('POST', strength, { password: 'lanternopus' })
    expect(answer.data).toMatchObject({
      valid_password: false,
      strength_policy: 'luds',
      feedback: {
        luds_requirements: {
          has_lower_case: true,
          has_upper_case: false,
          has_digit: false,
          has_symbol: false,
          missing_characters: 1,
          missing_complexity: 2,
        },
      },
    })
    expect((await provider.sdk('POST', strength, { password: 'Lanternopus4' })).data.valid_password).toBe(true)
    expect((await provider.sdk('POST', create, { email: ada, password, session_duration_minutes })).status).toBe(200)
  })
})
