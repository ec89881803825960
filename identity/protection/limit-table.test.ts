import { expect, test } from 'vitest'
import { failuresBefore, limitTable, lockTimes } from './guard.ts'

test('limits count over a minute, ten minutes, a quarter hour, an hour or a day', () => {
  const [minute, hour] = [60, 3_600]
  const seconds = Object.fromEntries(Object.entries(limitTable).map(([name, { perSeconds }]) => [name, perSeconds]))
  expect(seconds).toEqual({
    callPerAddress: minute,
    searchPerAddress: minute,
    phonePerAddress: minute,
    eventsPerAddress: minute,
    sendPerAddress: 10 * minute,
    sendPerDestination: 10 * minute,
    tryPerAddress: 10 * minute,
    accountReadPerAccount: 10 * minute,
    callPerDevice: 10 * minute,
    callPerDeviceId: 10 * minute,
    tryPerAccount: 15 * minute,
    textPerAddress: hour,
    textPerCountry: hour,
    exportPerAccount: hour,
    registerAppPerAddress: hour,
    manageAppPerAddress: hour,
    tryPerAccountInDay: 24 * hour,
    deletePerAddress: 24 * hour,
  })
})

test('an account is locked for an hour after 50 wrong codes in a row and for a day after 100', () => {
  expect(failuresBefore).toEqual({ lock: 50, longLock: 100 })
  expect(lockTimes).toEqual({ lock: 3_600_000, longLock: 86_400_000 })
})
