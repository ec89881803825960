import { describe, expect, test } from 'vitest'
import { encodePerson, mistakesOf, rememberedPerson } from './authorize-routes.ts'
import { usualPerson } from './people.ts'

const eve = { name: 'Eve', account: 'eve@example.org', isVerified: false }

describe('last sandbox user of a browser', () => {
  test('the last user is restored from the cookie', () => {
    expect(rememberedPerson(encodePerson(eve), 'verified')).toEqual(eve)
  })

  test('providers without emails use the part before the @ as the username', () => {
    expect(rememberedPerson(encodePerson(eve), 'nothing')).toEqual({ ...eve, account: 'eve' })
  })

  test.each([undefined, '', 'no-json', encodePerson({ name: 1 } as never)])(
    'the default user is used when the cookie is %j',
    cookie => {
      expect(rememberedPerson(cookie, 'address')).toEqual(usualPerson)
    },
  )
})

describe('sandbox form validation', () => {
  test.each([
    [eve, 'verified', {}],
    [{ ...eve, account: ' eve@example.org ' }, 'address', {}],
    [{ ...eve, account: 'eve' }, 'nothing', {}],
    [{ ...eve, name: ' ' }, 'address', { name: 'Type a name.' }],
    [{ ...eve, account: 'eve' }, 'address', { account: 'Type an e-mail address.' }],
    [{ ...eve, account: ' ' }, 'nothing', { account: 'Type a user name.' }],
    [{ ...eve, name: '', account: '' }, 'verified', { name: 'Type a name.', account: 'Type an e-mail address.' }],
  ] as const)('the input %j, at a provider with emails %j, has the errors %j', (typed, tells, mistakes) => {
    expect(mistakesOf(typed, tells)).toEqual(mistakes)
  })
})
