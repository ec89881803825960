import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coming, decide, type Standing } from './decide.ts'

const coming = (given: Partial<Coming> = {}): Coming => ({
  attachTo: null,
  mayLink: true,
  emailClass: 'B',
  isStrict: false,
  isConfirmed: false,
  ...given,
})
const standing = (given: Partial<Standing> = {}): Standing => ({ owner: null, address: null, ...given })
const proved = { userId: 'u', verified: true }
const unproved = { userId: 'u', verified: false }

describe('account linking decision', () => {
  test.each<[string, Partial<Coming>, Partial<Standing>, ReturnType<typeof decide>]>([
    ['the link decides', {}, { owner: 'o' }, { kind: 'known', userId: 'o' }],
    ['whatever the address says', { emailClass: 'A' }, { owner: 'o', address: proved }, { kind: 'known', userId: 'o' }],
    ['nobody has the address', {}, {}, { kind: 'new', withEmail: true }],
    ['both sides have proved it', {}, { address: proved }, { kind: 'link', userId: 'u' }],
    ['this side has not', {}, { address: unproved }, { kind: 'first-proof', userId: 'u' }],
    ['that side has not', { emailClass: 'C' }, { address: proved }, { kind: 'new', withEmail: false }],
    ['there is none', { emailClass: null }, {}, { kind: 'new', withEmail: false }],
    ['strict: checked once', { isStrict: true }, { address: proved }, { kind: 'confirm' }],
    ['strict: checked once, unproved here', { isStrict: true }, { address: unproved }, { kind: 'confirm' }],
    ['strict: checked once, nobody’s', { isStrict: true }, {}, { kind: 'confirm' }],
    ['strict: confirmed', { isStrict: true, isConfirmed: true }, { address: proved }, { kind: 'link', userId: 'u' }],
    [
      'strict: its own mailbox',
      { isStrict: true, emailClass: 'A' },
      { address: proved },
      { kind: 'link', userId: 'u' },
    ],
    ['strict: linked already', { isStrict: true }, { owner: 'o' }, { kind: 'known', userId: 'o' }],
    ['asked for', { attachTo: 'me', emailClass: 'C' }, { address: proved }, { kind: 'link', userId: 'me' }],
    ['asked for, mine already', { attachTo: 'me' }, { owner: 'me' }, { kind: 'known', userId: 'me' }],
    [
      'asked for as a proof alone',
      { attachTo: 'me', mayLink: false },
      { owner: 'me' },
      { kind: 'known', userId: 'me' },
    ],
    ['asked for as a proof alone, nobody’s', { attachTo: 'me', mayLink: false }, {}, { kind: 'taken' }],
    ['asked for, somebody else’s', { attachTo: 'me' }, { owner: 'o', address: proved }, { kind: 'taken' }],
  ])('linking decision: %s', (_, given, found, expected) => {
    expect(decide(coming(given), standing(found))).toEqual(expected)
  })

  test('a class C email never leads to an existing account', () => {
    const address = fc.option(fc.record({ userId: fc.constant('victim'), verified: fc.boolean() }))
    fc.assert(
      fc.property(address, fc.boolean(), fc.boolean(), (address, isStrict, isConfirmed) => {
        const decision = decide(coming({ emailClass: 'C', isStrict, isConfirmed }), standing({ address }))
        expect(decision).toEqual({ kind: 'new', withEmail: false })
      }),
    )
  })
})
