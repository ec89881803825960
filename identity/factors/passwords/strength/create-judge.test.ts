import { errorTypes } from '@corroborate/wire/errors'
import { expect, test } from 'vitest'
import { passwordRules as settings } from '../testing/index.ts'
import { createJudge } from './create-judge.ts'

const strong = 'lantern gravel opus'

/** A judge, and the questions to the sources of breaches: to the local ones, or to all. */
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

test('eight characters are enough, and a warning is returned for seven', async () => {
  const { graded } = setUp()
  expect((await graded('xK9#mQ2')).feedback.warning).toBe('Use at least 8 characters.')
  expect((await graded('xK9#mQ2v')).feedback.warning).toBe('')
  // Characters are code points, in the normalised spelling.
  expect((await graded('😀😁😂🤣😃😄😅')).feedback.warning).toBe('Use at least 8 characters.')
  expect((await graded('xK9#ﬁﬁ')).feedback.warning).not.toBe('Use at least 8 characters.')
})

test('a password resembling the address or the service name gets a warning and a score of at most 2', async () => {
  const { graded } = setUp()
  for (const password of ['xK9#mQ lovelace', 'Open Papers xK9#mQ']) {
    expect(await graded(password)).toMatchObject({
      valid_password: false,
      score: 2,
      feedback: { warning: 'This password is too similar to your address or to the name of this service.' },
    })
  }
})

test('a score of 3 is accepted and 2 is not', async () => {
  const { graded } = setUp()
  expect(await graded('lantern gravel')).toMatchObject({ valid_password: true, score: 3 })
  expect(await graded('lanterngravel')).toMatchObject({ valid_password: false, score: 2 })
})

test('a breached password scores at most 2 and never more than its own score', async () => {
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

test('a strong password is checked against all breach sources, a weak one against local ones only', async () => {
  const { graded, asked } = setUp()
  for (const password of [strong, 'aaaaaaaaaaaa', 'xK9#mQ lovelace']) await graded(password)
  expect(asked).toEqual([`all: ${strong}`, 'at hand: aaaaaaaaaaaa', 'at hand: xK9#mQ lovelace'])
  asked.length = 0
  for (const password of ['Lantern gravel', 'lanterngravel']) await graded(password, luds)
  expect(asked).toEqual(['all: Lantern gravel', 'at hand: lanterngravel'])
})

test('no breach source is queried if the project disabled the check', async () => {
  const { graded, asked } = setUp([strong])
  expect(await graded(strong, { breachDetection: false })).toMatchObject({
    valid_password: true,
    score: 4,
    breached_password: false,
    breach_detection_on_create: false,
  })
  expect(asked).toEqual([])
})

test('the LUDS policy requires enough character classes and enough characters', async () => {
  const { graded } = setUp()
  const isValid = async (password: string) => (await graded(password, luds)).valid_password
  // A kind is missing, a character is missing, both are missing; and then nothing is missing.
  expect(await Promise.all(['lantern gravel', 'Lantern 123', 'lantern gra', 'Lantern 1234'].map(isValid))).toEqual([
    false,
    false,
    false,
    true,
  ])
  // A weak password is accepted if it has everything that the policy requires.
  expect(await isValid('Aaaaaaaaaaa 1')).toBe(true)
})

test('missing characters are counted up to 12 by this LUDS policy and up to 8 by zxcvbn', async () => {
  const { graded } = setUp()
  expect((await graded('abc', luds)).feedback.luds_requirements.missing_characters).toBe(9)
  expect((await graded('abc')).feedback.luds_requirements.missing_characters).toBe(5)
})

test('a weak password throws an error that says what is wrong', async () => {
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
