import { describe, expect, test } from 'vitest'
import { type ProjectConfig, projectConfig } from '../projects/index.ts'
import { openidSettings } from './feature.ts'
import { placeOf } from './place-of.ts'

const config = projectConfig.parse({})
const apply = (flag: string, values: string[], to: ProjectConfig = config) =>
  openidSettings[flag]?.apply(to, values) as Partial<ProjectConfig> | undefined
const openidAfter = (flag: string, values: string[], to?: ProjectConfig) => apply(flag, values, to)?.openid

describe('application settings of a project', () => {
  test.each([
    ['dynamic-registration', 'dynamicRegistration'],
    ['dynamic-registration-pkce', 'registeredPkce'],
    ['client-id-documents', 'clientIdDocuments'],
    ['pushed-requests', 'pushedRequests'],
    ['dpop', 'dpop'],
    ['client-credentials', 'clientCredentials'],
  ] as const)('%s changes only its own setting', (flag, name) => {
    expect(openidAfter(flag, ['on'])).toEqual({ ...config.openid, [name]: true })
    expect(openidAfter(flag, ['off'])).toEqual({ ...config.openid, [name]: false })
  })

  test.each([
    ['most-registered', 'mostRegistered'],
    ['access-token-minutes', 'accessTokenMinutes'],
    ['refresh-token-days', 'refreshTokenDays'],
  ] as const)('%s takes a number', (flag, name) =>
    expect(openidAfter(flag, ['7'])).toEqual({ ...config.openid, [name]: 7 }),
  )

  test('the consent page URL is set or removed, and recorded as explicitly set', () => {
    const page = 'https://site.example/oauth/authorize'
    expect(apply('authorize-url', [page])).toEqual({ authorizeUrl: page, authorizeUrlIsSet: true })
    expect(apply('authorize-url', ['none'])).toEqual({ authorizeUrl: null, authorizeUrlIsSet: true })
  })

  test('schemes are added once and removed', () => {
    const openid = { ...config.openid, redirectSchemes: ['cursor'] }
    const of = (flag: string, ...values: string[]) => openidAfter(flag, values, { ...config, openid })?.redirectSchemes
    expect(of('redirect-scheme', 'vscode', 'cursor')).toEqual(['cursor', 'vscode'])
    expect(of('remove-redirect-scheme', 'cursor', 'x')).toEqual([])
    expect(of('remove-redirect-scheme', 'x')).toEqual(['cursor'])
  })

  test.each([
    ['https://api.example', { resource: 'https://api.example/', scopes: [], format: 'opaque', forAnyApp: false }],
    [
      'https://api.example/v1=read,,write;jwt',
      { resource: 'https://api.example/v1', scopes: ['read', 'write'], format: 'jwt', forAnyApp: false },
    ],
    [
      'https://api.example/=read;any-app',
      { resource: 'https://api.example/', scopes: ['read'], format: 'opaque', forAnyApp: true },
    ],
    [
      'https://api.example/=a=b;any-app;jwt',
      { resource: 'https://api.example/', scopes: ['a=b'], format: 'jwt', forAnyApp: true },
    ],
  ])('the API option %s is parsed', (text, resource) =>
    expect(openidAfter('api-resource', [text])?.resources).toEqual([resource]),
  )

  test('naming an API again replaces it and keeps others', () => {
    const named = (...values: string[]) => ({ ...config, openid: openidAfter('api-resource', values) ?? config.openid })
    const two = named('https://one.example/=a', 'https://two.example/=b')
    const again = openidAfter('api-resource', ['https://one.example/=c'], two)?.resources
    expect(again?.map(({ resource, scopes }) => [resource, scopes])).toEqual([
      ['https://two.example/', ['b']],
      ['https://one.example/', ['c']],
    ])
    const both = openidAfter('api-resource', ['https://one.example/=d', 'https://two.example/=e'], two)?.resources
    expect(both?.map(({ scopes }) => scopes)).toEqual([['d'], ['e']])
    expect(openidAfter('remove-api-resource', ['https://one.example/'], two)?.resources).toMatchObject([
      { resource: 'https://two.example/' },
    ])
  })

  test.each(['https://api.example/=read;xml', 'api.example=read', '=read'])('the API option %s is rejected', text =>
    expect(() => apply('api-resource', [text])).toThrow(/^(?:may have ;jwt|must be URL)/),
  )
})

test('a redirect URI is summarized by host and port, or by its custom scheme', () => {
  expect(
    ['https://reader.example/x', 'http://localhost:8000/', 'org.example.app:/back', 'nothing', ''].map(placeOf),
  ).toEqual(['reader.example', 'localhost:8000', 'org.example.app:', '', ''])
})
