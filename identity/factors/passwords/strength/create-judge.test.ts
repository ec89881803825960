import { errorTypes } from '@corroborate/wire/errors'
import { expect, test } from 'vitest'
import { passwordRules as settings } from '../testing/index.ts'
import { createJudge } from './index.ts'

const strong = 'lantern gravel opus'

/** A judge, and what the places that know breaches were asked: those at hand, or all. */
const setUp = (known: readonly string[] = []) => {
  const asked: string[] = []
  const { judge, requireStrong } = createJudge({
    isListed: password => {
      asked.push(`at hand: ${password}`)
      return known.includes(password)
    },
    has: async password => {
      asked.push(`all: ${password}`)
      return known.includes(password)
    },
    close: () => {},
  })
  const project = { name: 'Open Papers', passwords: settings }
  const email = 'ada.lovelace@example.org'
  return {
    asked,
    graded: (password: string, changes: object = {}) =>
      judge(password, { project: { ...project, passwords: { ...settings, ...changes } }, email }),
    requireStrong: (password: string) => requireStrong(password, { project, email }),
  }
}
const luds = { policy: 'luds' } as const

test('a password of eight characters is long enough, one of seven is not, and is told so', async () => {
  const { graded } = setUp()
  expect((await graded('xK9#mQ2')).feedback.warning).toBe('Use at least 8 characters.')
  expect((await graded('xK9#mQ2v')).feedback.warning).toBe('')
  // By code points, and as they are kept.
  expect((await graded('😀😁😂🤣😃😄😅')).feedback.warning).toBe('Use at least 8 characters.')
  expect((await graded('xK9#ﬁﬁ')).feedback.warning).not.toBe('Use at least 8 characters.')
})

test('one that leans on the address or the name of the service is told so, and is worth 2 at most', async () => {
  const { graded } = setUp()
  for (const password of ['xK9#mQ lovelace', 'Open Papers xK9#mQ']) {
    expect(await graded(password)).toMatchObject({
      valid_password: false,
      score: 2,
      feedback: { warning: 'This password is too close to your address or to the name of this service.' },
    })
  }
})

test('a score of 3 is good enough, one of 2 is not', async () => {
  const { graded } = setUp()
  expect(await graded('lantern gravel')).toMatchObject({ valid_password: true, score: 3 })
  expect(await graded('lanterngravel')).toMatchObject({ valid_password: false, score: 2 })
})

test('one that is known from a breach is worth 2 at most, and not more than without that', async () => {
  const { graded } = setUp([strong, 'password'])
  const warning = errorTypes.breached_password.message
  expect(await graded(strong)).toMatchObject({
    valid_password: false,
    score: 2,
    breached_password: true,
    feedback: { warning },
  })
  expect(await graded('password')).toMatchObject({ score: 0, breached_password: true, feedback: { warning } })
})

test('all places that know breaches are asked about a password that would do; those at hand about any other', async () => {
  const { graded, asked } = setUp()
  for (const password of [strong, 'aaaaaaaaaaaa', 'xK9#mQ lovelace']) await graded(password)
  expect(asked).toEqual([`all: ${strong}`, 'at hand: aaaaaaaaaaaa', 'at hand: xK9#mQ lovelace'])
  asked.length = 0
  for (const password of ['Lantern gravel', 'lanterngravel']) await graded(password, luds)
  expect(asked).toEqual(['all: Lantern gravel', 'at hand: lanterngravel'])
})

test('a project that does not want to know asks nobody', async () => {
  const { graded, asked } = setUp([strong])
  expect(await graded(strong, { breachDetection: false })).toMatchObject({
    valid_password: true,
    score: 4,
    breached_password: false,
    breach_detection_on_create: false,
  })
  expect(asked).toEqual([])
})

test('where kinds of characters count, neither a kind nor a character may be missing', async () => {
  const { graded } = setUp()
  const isValid = async (password: string) => (await graded(password, luds)).valid_password
  // One kind, one character, one of each: with neither it does.
  expect(await Promise.all(['lantern gravel', 'Lantern 123', 'lantern gra', 'Lantern 1234'].map(isValid))).toEqual([
    false,
    false,
    false,
    true,
  ])
  // A weak one does where it has all that is asked for.
  expect(await isValid('Aaaaaaaaaaa 1')).toBe(true)
})

test('what is missing is told by the policy: 12 characters here, 8 where zxcvbn judges', async () => {
  const { graded } = setUp()
  expect((await graded('abc', luds)).feedback.luds_requirements.missing_characters).toBe(9)
  expect((await graded('abc')).feedback.luds_requirements.missing_characters).toBe(5)
})

test('a strong one is required, and the refusal says what is wrong with any other', async () => {
  const { requireStrong } = setUp(['orbit quartz thimble'])
  await requireStrong(strong)
  await expect(requireStrong('orbit quartz thimble')).rejects.toMatchObject({ type: 'breached_password' })
  await expect(requireStrong('short')).rejects.toMatchObject({
    type: 'weak_password',
    message: 'Use at least 8 characters.',
  })
  await expect(requireStrong('xK9#mQ2v')).rejects.toMatchObject({
    type: 'weak_password',
    message: errorTypes.weak_password.message,
  })
})
