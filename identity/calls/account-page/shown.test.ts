import { expect, test } from 'vitest'
import { exportedDevice, exportedEvent, exportedSession, shownDevice, shownEvent, shownSession } from './shown.ts'

const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const seen = { userAgent: firefox, address: '203.0.113.77' }

const session = {
  ...seen,
  id: 'session-1',
  startedAt: at(1),
  lastAccessedAt: at(2),
  expiresAt: at(3),
  factors: [{ type: 'password' }, { type: 'otp' }, { type: 'otp' }],
}
const sessionTimes = {
  started_at: '2026-01-01T00:00:01.000Z',
  last_accessed_at: '2026-01-01T00:00:02.000Z',
  expires_at: '2026-01-01T00:00:03.000Z',
}
const device = { ...seen, id: 'device-1', rememberedAt: at(1), lastUsedAt: at(2), expiresAt: at(3) }
const deviceTimes = {
  remembered_at: '2026-01-01T00:00:01.000Z',
  last_used_at: '2026-01-01T00:00:02.000Z',
  expires_at: '2026-01-01T00:00:03.000Z',
}
const entry = {
  audit_id: 'audit-1',
  at: '2026-01-01T00:00:01.000Z',
  actor: 'user-1',
  action: 'session.issued',
  factor: 'otp/email + totp/authenticator_app',
  user_agent: firefox,
  ip_address: '203.0.113.77',
  details: { id: 'x' },
}

test('a session shows its times and each factor type once, but no exact IP address', () => {
  const shown = shownSession(session as never, 'session-1')
  expect(shown).toMatchObject({
    session_id: 'session-1',
    is_current: true,
    ...sessionTimes,
    factors: ['password', 'otp'],
  })
  expect(shownSession(session as never, 'session-2').is_current).toBe(false)
  expect(JSON.stringify(shown)).not.toContain('203.0.113.77')
})

test('a remembered device shows its times and no exact IP address', () => {
  const shown = shownDevice(device as never, 'device-1')
  expect(shown).toMatchObject({ device_id: 'device-1', is_current: true, ...deviceTimes })
  expect(shownDevice(device as never, null).is_current).toBe(false)
  expect(JSON.stringify(shown)).not.toContain('203.0.113.77')
})

test('an event shows its first factor, if any, and whether an operator caused it', () => {
  const shown = shownEvent(entry as never)
  expect(shown).toMatchObject({ event_id: 'audit-1', at: entry.at, action: 'session.issued', factor: 'otp' })
  expect([shown.by_operator, JSON.stringify(shown).includes('203.0.113.77')]).toEqual([false, false])
  expect(shownEvent({ ...entry, action: 'user.updated' } as never).factor).toBeNull()
  expect(shownEvent({ ...entry, factor: null } as never).factor).toBeNull()
  expect(shownEvent({ ...entry, user_agent: null, ip_address: null } as never).at).toBe(entry.at)
  const byActor = ['operator:sue@example.org', 'user-operator:1'].map(
    actor => shownEvent({ ...entry, actor } as never).by_operator,
  )
  expect(byActor).toEqual([true, false])
})

test('the data export contains the exact IP address and browser of each event', () => {
  const exact = { ip_address: '203.0.113.77', user_agent: firefox }
  expect(exportedSession(session as never)).toEqual({
    session_id: 'session-1',
    ...sessionTimes,
    ...exact,
    authentication_factors: session.factors,
  })
  expect(exportedDevice(device as never)).toEqual({ device_id: 'device-1', ...deviceTimes, ...exact })
  expect(exportedEvent(entry as never)).toEqual({
    at: entry.at,
    action: entry.action,
    by_operator: false,
    factor: entry.factor,
    ...exact,
    details: { id: 'x' },
  })
})
