import inject from 'light-my-request'
import type Provider from 'oidc-provider'
import { describe, expect, test } from 'vitest'
import { runAuthorization } from '../authorize/run.ts'
import { stage } from '../testing/index.ts'
import { findDescribed } from './check-client.ts'
import type { Authorizing } from './client-metadata.ts'
import { RetiredKey } from './configuration.ts'
import { createProviders } from './handler.ts'
import { butForRuntimes, errors } from './library.ts'

// Defensive handling of library responses and requests that don't occur today.

describe('application lookup', () => {
  const found = (find: () => Promise<unknown>) => findDescribed({ Client: { find } } as never, 'app-1')

  test('an unknown application or one with invalid metadata is not found', async () => {
    expect(await found(async () => undefined)).toBeNull()
    expect(
      await found(async () => {
        throw new errors.InvalidClientMetadata('it is odd')
      }),
    ).toBeNull()
  })

  test.each([new TypeError('the disk is full'), { error: 'odd' }])(
    'a failed lookup is an error rather than an unknown application: %o',
    async problem => {
      await expect(
        found(async () => {
          throw problem
        }),
      ).rejects.toBe(problem)
    },
  )
})

test('library warnings are printed except the one about unsupported Node versions', () => {
  const printed: unknown[] = []
  const warn = butForRuntimes((...said) => printed.push(said))
  warn('oidc-provider WARNING: Unsupported runtime. Use Node.js v24.x LTS')
  warn('something', 'else')
  expect(printed).toEqual([['something', 'else']])
})

test('a replaced key is not used for signing', () => {
  const jwk = { kid: 'old', alg: 'RS256', kty: 'RSA' } as never
  expect(() => new RetiredKey(jwk).sign()).toThrow('The key old has been retired.')
})

test('an authorization that did not start at the consent page has no result', async () => {
  const { core, project, asked } = await stage()
  const provider = await createProviders(core).of(await project())
  const answer = async (given: Record<string, string>) => {
    const url = `/oauth2/authorize?${asked({ code_challenge_method: 'S256', ...given }).searchParams}`
    const { statusCode, headers } = await inject(provider.callback() as never, { method: 'GET', url })
    const led = new URL(String(headers.location))
    return [statusCode, led.origin, led.searchParams.get('error'), led.searchParams.get('code')]
  }
  expect(await answer({ prompt: 'login' })).toEqual([303, 'https://reader.example.org', 'access_denied', null])
  expect(await answer({})).toEqual([303, core.origin, null, null])
})

describe('authorization endpoint response', () => {
  const answered = async (status: number, headers: Record<string, string>, body: string) => {
    const provider = {
      issuer: 'https://id.example.org/v1',
      callback: () => (_: unknown, response: { writeHead: (...said: unknown[]) => { end: (text: string) => void } }) =>
        response.writeHead(status, headers).end(body),
    }
    const endpoint = { provider: provider as unknown as Provider, addressOf: () => 'https://id.example.org/form' }
    return runAuthorization(endpoint, '', { person: null, asked: null } as Authorizing)
  }
  const html = { 'Content-Type': 'text/html' }
  const json = { 'Content-Type': 'application/json' }
  const form = (fields: string) => `<form method="post" action="https://reader.example.org/">${fields}</form>`

  test.each([
    [400, json, '{"error":"invalid_request","error_description":"odd"}', 'refused', 'invalid_request', 'odd'],
    [500, json, '', 'refused', 'server_error', ''],
    [200, html, '<p>Something else</p>', 'refused', 'server_error', ''],
    [200, {}, '<p>Something else</p>', 'refused', 'server_error', ''],
    [200, html, form(''), 'redirect', null, ''],
    [200, html, form('<input type="hidden" name="error" value="e"/>'), 'redirect', 'e', ''],
    [303, { location: 'https://reader.example.org/?code=c' }, '', 'redirect', null, ''],
    [303, { location: 'https://reader.example.org/?error=e&error_description=odd' }, '', 'redirect', 'e', 'odd'],
    [200, { ...json, location: 'https://reader.example.org/' }, '{"error":"e"}', 'refused', 'e', ''],
    [303, json, '{"error":"e"}', 'refused', 'e', ''],
  ])('the response %i with %o and %j is parsed as %s', async (status, headers, body, kind, error, description) => {
    expect(await answered(status, headers as Record<string, string>, body)).toMatchObject({ kind, error, description })
  })
})
