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

test('the default configuration is a form for magic links', () => {
  expect(layoutOf({})).toEqual({
    kind: 'possible',
    places: ['form'],
    form: { kind: 'possible', tabs: ['email'], emailFlow: 'link' },
  })
})

describe('order of the groups', () => {
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
  ])('the groups of %j are %j', (products = [], places) => {
    expect(placesOf({ ...google, products })).toEqual(places)
  })

  test('groups without content are omitted with their divider', () => {
    expect(placesOf({ products: ['passkeys', 'crypto', 'emailMagicLinks'] }, today)).toEqual(['form'])
  })

  test('social buttons without providers and a form without methods are omitted', () => {
    expect(placesOf({ products: ['oauth', 'emailMagicLinks'] })).toEqual(['form'])
    expect(placesOf({ ...google, products: ['oauth', 'otp'] })).toEqual(['oauth'])
  })
})

describe('form layout', () => {
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
  ])('the form for %j has its tabs and email flow', (config, form) => {
    expect(formOf(config)).toEqual({ kind: 'possible', ...form })
  })
})

describe('invalid configurations', () => {
  test('passkeys alone are rejected', () => {
    expect(layoutOf({ products: ['passkeys'] }, today)).toEqual({ kind: 'impossible', reason: 'passkeysAlone' })
  })

  test('magic links with emailed passcodes are rejected, keeping the other groups', () => {
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
