import { describe, expect, test } from 'vitest'
import { mistakesOf } from './mistakes-of.ts'
import { usualPerson } from './people.ts'
import { encodePerson, rememberedPerson } from './remembered-person.ts'

const eve = { name: 'Eve', account: 'eve@example.org', isVerified: false }

describe('who a browser was last time', () => {
  test('is read back from its cookie', () => {
    expect(rememberedPerson(encodePerson(eve), 'verified')).toEqual(eve)
  })

  test('has the part before the @ as the user name at a provider without addresses', () => {
    expect(rememberedPerson(encodePerson(eve), 'nothing')).toEqual({ ...eve, account: 'eve' })
  })

  test.each([undefined, '', 'no-json', encodePerson({ name: 1 } as never)])(
    'is the usual person when the cookie is %j',
    cookie => {
      expect(rememberedPerson(cookie, 'address')).toEqual(usualPerson)
    },
  )
})

describe('what somebody typed', () => {
  test.each([
    [eve, 'verified', {}],
    [{ ...eve, account: ' eve@example.org ' }, 'address', {}],
    [{ ...eve, account: 'eve' }, 'nothing', {}],
    [{ ...eve, name: ' ' }, 'address', { name: 'Type a name.' }],
    [{ ...eve, account: 'eve' }, 'address', { account: 'Type an e-mail address.' }],
    [{ ...eve, account: ' ' }, 'nothing', { account: 'Type a user name.' }],
    [{ ...eve, name: '', account: '' }, 'verified', { name: 'Type a name.', account: 'Type an e-mail address.' }],
  ] as const)('%j, at a provider that tells of addresses %j, has the mistakes %j', (typed, tells, mistakes) => {
    expect(mistakesOf(typed, tells)).toEqual(mistakes)
  })
})
