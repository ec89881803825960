import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { examplePhoneNumber, readPhoneNumber } from './index.ts'

describe('a phone number', () => {
  test.each([
    ['415 555 0132', 'US', { isValid: true, number: '+14155550132', national: '(415) 555-0132' }],
    ['044 668 18 00', 'CH', { isValid: true, number: '+41446681800', national: '044 668 18 00' }],
    ['+41 44 668 18 00', 'US', { isValid: true, number: '+41446681800', national: '044 668 18 00' }],
    ['12', 'US', { isValid: false, number: '+112', national: '12' }],
    ['hello', 'US', { isValid: false, number: 'hello', national: 'hello' }],
    ['123', 'XX', { isValid: false, number: '123', national: '123' }],
  ])('%s typed in %s is read', (text, region, read) => expect(readPhoneNumber(text, region)).toEqual(read))

  test('of a country has an example', () => {
    expect(examplePhoneNumber('CH').phoneNumber).toMatch(/^0\d\d /)
    expect(examplePhoneNumber('XX').phoneNumber).toBe('')
  })
})

describe('the frame', () => {
  const framed = async (referer?: string) => {
    const { app } = await identityUnderTest()
    const headers: Record<string, string> = referer === undefined ? {} : { Referer: referer }
    return app.request('/clientside-services/index.html', { headers })
  }

  test('can be embedded by pages of a project', async () => {
    const answer = await framed('http://localhost:5000/10.1000/1')
    expect(answer.headers.get('Content-Security-Policy')).toContain('frame-ancestors http://localhost:5000')
    expect(await answer.text()).toContain('data-parent="http://localhost:5000"')
  })

  test.each([undefined, 'https://evil.example/', 'nonsense'])('cannot be embedded by %s', async referer => {
    const answer = await framed(referer)
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(await answer.text()).not.toContain('data-parent')
  })

  test('asks for numbers and gets them', async () => {
    const { app } = await identityUnderTest()
    const ask = (body: unknown) =>
      app.request('/clientside-services/phone-number', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const answer = await ask({ method: 'parsedPhoneNumber', args: [{ phoneNumber: '4155550132', regionCode: 'US' }] })
    expect(await answer.json()).toEqual({
      success: true,
      payload: { isValid: true, number: '+14155550132', national: '(415) 555-0132' },
    })
    expect((await ask({ method: 'oneTapStart', args: [{}] })).status).toBe(400)
  })

  test('asks for so many in a while', async () => {
    const { app } = await identityUnderTest({ LIMITS_SCALE: '0.001' })
    const ask = () =>
      app.request('/clientside-services/phone-number', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ method: 'parsedPhoneNumber', args: [{ phoneNumber: '4155550132', regionCode: 'US' }] }),
      })
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ status_code: 429, error_type: 'too_many_requests' })
  })
})
