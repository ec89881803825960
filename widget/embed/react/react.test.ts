import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createScriptedClient } from '../../testing/index.ts'
import {
  Account,
  IdentityProvider,
  PasskeyRegistration,
  ResetPassword,
  SignIn,
  type SignInProps,
  SignInProvider,
  useUser,
} from './index.tsx'

const html = (props: SignInProps) => renderToStaticMarkup(createElement(SignIn, props))

describe('server rendering', () => {
  test('the form renders as markup without side effects', () => {
    const client = createScriptedClient()
    const markup = html({ client, strings: 'de', presentation: { colorScheme: 'dark' } })
    expect(markup).toContain('Registrieren oder anmelden')
    expect(markup).toContain('data-siw-scheme="dark"')
    expect(client.calls).toEqual([])
  })

  test.each([
    { part: SignIn, config: { products: ['otp'], otpOptions: { methods: ['sms'] } } },
    {
      part: SignIn,
      config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'google', one_tap: true }] } },
    },
    { part: SignIn, config: { products: ['passkeys', 'crypto', 'passwords'] } },
    { part: Account, config: {} },
    { part: PasskeyRegistration, config: {} },
    { part: IdentityProvider, config: {} },
    { part: ResetPassword, config: {} },
  ] as const)('$part.name with $config does not use its client', ({ part, config }) => {
    const client = createScriptedClient()
    renderToStaticMarkup(createElement(part, { client, config }))
    expect(client.calls).toEqual([])
  })

  test('a form with shadow DOM renders a placeholder', () => {
    expect(html({ client: createScriptedClient(), config: { enableShadowDOM: true } })).toBe('<div></div>')
  })

  test('no user is signed in', () => {
    const Who = () => String(useUser())
    const tree = createElement(SignInProvider, { value: createScriptedClient() }, createElement(Who))
    expect(renderToStaticMarkup(tree)).toBe('null')
  })
})

describe('errors thrown while rendering', () => {
  test.each([
    [{}, '<SignIn> needs a client, a <SignInProvider> around it, or a publicToken and a baseUrl.'],
    [{ publicToken: 'p' }, '<SignIn> needs a client'],
    [{ client: createScriptedClient(), config: { produkte: [] } }, '<SignIn>.config has no "produkte"'],
  ])('invalid props %# throw', (props, message) => expect(() => html(props as SignInProps)).toThrow(message))

  test('an invalid public token throws', () => {
    const props = { client: createScriptedClient(), passwordResetToken: 7 as unknown as string }
    expect(() => renderToStaticMarkup(createElement(ResetPassword, props))).toThrow('must be a string')
  })

  test('a hook without a provider component throws', () => {
    const Who = () => String(useUser())
    expect(() => renderToStaticMarkup(createElement(Who))).toThrow('need a <SignInProvider> around')
  })
})
