import { describe, expect, test } from 'vitest'
import { authenticateUrl, offersGoogle, widgetConfig } from './widget-config.ts'

describe('magic link destinations', () => {
  test.each(['localhost', '127.0.0.1', '127.0.1.1', '[::1]'])(
    'magic links from %s lead to the configured site origin',
    hostname => {
      const page = { hostname, origin: `http://${hostname}:8080` }
      expect(authenticateUrl(page, 'http://localhost:5000')).toBe('http://localhost:5000/authenticate')
    },
  )

  test.each(['papers.example', 'localhost.example', '127.example'])(
    'magic links from %s lead to the page’s own origin',
    hostname => {
      const page = { hostname, origin: `https://${hostname}` }
      expect(authenticateUrl(page, 'https://elsewhere.example')).toBe(`https://${hostname}/authenticate`)
    },
  )
})

describe('widget configuration', () => {
  const url = 'https://papers.example/authenticate'

  test('the widget offers magic links and passwords', () => {
    expect(widgetConfig('link', url)).toMatchObject({
      products: ['passkeys', 'emailMagicLinks', 'passwords'],
      emailMagicLinksOptions: { loginRedirectURL: url, signupRedirectURL: url },
    })
  })

  test('the widget lists Google between passkeys and email, redirecting back here', () => {
    expect(widgetConfig('link', url)).not.toHaveProperty('oauthOptions')
    expect(widgetConfig('link', url, { google: true })).toMatchObject({
      products: ['passkeys', 'oauth', 'emailMagicLinks', 'passwords'],
      oauthOptions: { providers: [{ type: 'google' }], loginRedirectURL: url, signupRedirectURL: url },
    })
  })

  test.each([
    ['where it is set up', ['github', 'google'], 'https://papers.example', true, true],
    ['not where it is not', ['github'], 'https://papers.example', true, false],
    ['not where nothing is', [], 'https://papers.example', true, false],
    ['not under another name of this site', ['google'], 'https://www.papers.example', true, false],
    ['not where browsers make no keys', ['google'], 'https://papers.example', false, false],
  ] as const)('Google is offered %s', (_, providers, origin, isSecureContext, isOffered) => {
    expect(offersGoogle({ oauthProviders: [...providers] }, { origin, isSecureContext }, url)).toBe(isOffered)
  })

  test('the widget offers passcodes and passwords, never passcodes next to magic links', () => {
    const config = widgetConfig('code', url)
    expect(config).toMatchObject({ products: ['passkeys', 'otp', 'passwords'], otpOptions: { methods: ['email'] } })
    expect(config).not.toHaveProperty('emailMagicLinksOptions')
  })
})
