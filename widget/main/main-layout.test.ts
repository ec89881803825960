import { describe, expect, test } from 'vitest'
import { type Config, withDefaults } from '../form/config/index.ts'
import { type Group, mainLayout } from './main-layout.ts'

const today: ReadonlySet<Group> = new Set<Group>(['oauth', 'form'])
const everything: ReadonlySet<Group> = new Set<Group>(['passkey', 'oauth', 'wallets', 'form'])
const google: Config = { oauthOptions: { providers: [{ type: 'google' }] } }

const layoutOf = (config: Config, built = everything) => mainLayout(withDefaults(config), built)
const placesOf = (config: Config, built?: ReadonlySet<Group>) => {
  const layout = layoutOf(config, built)
  return layout.kind === 'possible' ? layout.places : layout.reason
}
const formOf = (config: Config) => {
  const layout = layoutOf(config)
  return layout.kind === 'possible' ? layout.form : layout.reason
}

test('without a word from the page there is a form for mailed links', () => {
  expect(layoutOf({})).toEqual({
    kind: 'possible',
    places: ['form'],
    form: { kind: 'possible', tabs: ['email'], emailFlow: 'link' },
  })
})

describe('the order of the groups', () => {
  test.each<[Config['products'], string[]]>([
    [
      ['oauth', 'emailMagicLinks'],
      ['oauth', 'divider', 'form'],
    ],
    [
      ['emailMagicLinks', 'oauth'],
      ['form', 'divider', 'oauth'],
    ],
    [
      ['oauth', 'crypto', 'passwords'],
      ['oauth', 'wallets', 'divider', 'form'],
    ],
    [
      ['oauth', 'passwords', 'crypto'],
      ['oauth', 'divider', 'form', 'divider', 'wallets'],
    ],
    [
      ['oauth', 'crypto'],
      ['oauth', 'wallets'],
    ],
    [
      ['emailMagicLinks', 'passkeys'],
      ['passkey', 'form'],
    ],
    [
      ['emailMagicLinks', 'passkeys', 'oauth'],
      ['passkey', 'form', 'divider', 'oauth'],
    ],
    [
      ['emailMagicLinks', 'oauth', 'passwords'],
      ['form', 'divider', 'oauth'],
    ],
  ])('of %j is %j', (products = [], places) => {
    expect(placesOf({ ...google, products })).toEqual(places)
  })

  test('leaves out, with its divider, what there is no part for', () => {
    expect(placesOf({ products: ['passkeys', 'crypto', 'emailMagicLinks'] }, today)).toEqual(['form'])
  })

  test('leaves out social buttons when no provider is named, and the form when no method is', () => {
    expect(placesOf({ products: ['oauth', 'emailMagicLinks'] })).toEqual(['form'])
    expect(placesOf({ ...google, products: ['oauth', 'otp'] })).toEqual(['oauth'])
  })
})

describe('the form', () => {
  test.each<[Config, object]>([
    [
      { products: ['otp'], otpOptions: { methods: ['email'] } },
      { tabs: ['email'], emailFlow: 'code' },
    ],
    [
      { products: ['otp'], otpOptions: { methods: ['whatsapp', 'sms', 'email'] } },
      { tabs: ['whatsapp', 'sms', 'email'], emailFlow: 'code' },
    ],
    [
      { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms'] } },
      { tabs: ['email', 'sms'], emailFlow: 'link' },
    ],
    [{ products: ['emailMagicLinks', 'passwords'] }, { tabs: ['email'], emailFlow: 'password' }],
    [
      { products: ['otp', 'passwords'], otpOptions: { methods: ['sms', 'email'] } },
      { tabs: ['sms', 'email'], emailFlow: 'password' },
    ],
    [
      { products: ['passwords'], otpOptions: { methods: ['sms'] } },
      { tabs: ['email'], emailFlow: 'password' },
    ],
  ])('of %j', (config, form) => {
    expect(formOf(config)).toEqual({ kind: 'possible', ...form })
  })
})

describe('what cannot be', () => {
  test('passkeys alone', () => {
    expect(layoutOf({ products: ['passkeys'] }, today)).toEqual({ kind: 'impossible', reason: 'passkeysAlone' })
  })

  test('mailed links beside mailed codes, with the other groups in their places', () => {
    const config: Config = {
      ...google,
      products: ['oauth', 'emailMagicLinks', 'otp'],
      otpOptions: { methods: ['email'] },
    }
    expect(formOf(config)).toEqual({ kind: 'impossible', reason: 'linkAndCode' })
    expect(placesOf(config)).toEqual(['oauth', 'divider', 'form'])
  })
})

test.each<Config>([{ products: [] }, { products: ['oauth'] }, { products: ['otp'], otpOptions: { methods: [] } }])(
  'a form without any way in says so: %j',
  config => expect(layoutOf(config)).toEqual({ kind: 'impossible', reason: 'noWayIn' }),
)
