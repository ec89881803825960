import type { HttpEnv } from '@corroborate/server-kit/http'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { Project, ProjectDirectory } from '../../projects/index.ts'
import { corsHeadersForErrors, corsHeadersOfBusy, mayAsk, preflightHeadersOfBusy } from './cors.ts'

const site = 'https://a.example'
const ofSite = {
  'Access-Control-Allow-Origin': site,
  'Access-Control-Allow-Credentials': 'true',
  Vary: 'Origin',
}
const away = Object.assign(new Error('away'), { code: '57P01' })
const fail = (error: Error) => async (): Promise<never> => {
  throw error
}

test('CORS allows pages of known projects, and every page while the database is unavailable', async () => {
  const someAllows = async (origin: string) => origin === site
  expect([await mayAsk({ someAllows }, site), await mayAsk({ someAllows }, 'https://b.example')]).toEqual([true, false])
  expect(await mayAsk({ someAllows: fail(away) }, site)).toBe(true)
  await expect(mayAsk({ someAllows: fail(new Error('other')) }, site)).rejects.toThrow('other')
})

describe('rejection before routing', () => {
  const looked: string[] = []
  const allowing = {
    someAllows: async (origin: string) => origin.endsWith('.example'),
    byPublicToken: async (token: string) => {
      looked.push(token)
      return token === 'ours' ? ({ allowedOrigins: [site] } as unknown as Project) : null
    },
  }
  const headersOf = async (
    path: string,
    { origin = site, token }: { origin?: string | null; token?: string } = {},
    projects: Partial<ProjectDirectory> = allowing,
  ) => {
    looked.length = 0
    const app = new Hono<HttpEnv>()
    const headers = corsHeadersForErrors(projects as ProjectDirectory)
    app.get('*', async c => c.json(await headers(c)))
    app.onError((error, c) => c.text(error.message, 500))
    const answer = await app.request(path, {
      headers: {
        ...(origin !== null && { Origin: origin }),
        ...(token !== undefined && { Authorization: formatAuthorization({ publicToken: token, sessionToken: null }) }),
      },
    })
    return answer.status === 200 ? answer.json() : answer.text()
  }

  test.each([
    ['a page of the project', '/sdk/v1/nothing', { token: 'ours' }, ofSite],
    ['a page of the project in the address', '/sdk/v1/projects/bootstrap/ours', {}, ofSite],
    ['no page of another project', '/sdk/v1/nothing', { token: 'ours', origin: 'https://b.example' }, {}],
    ['no page of nobody', '/sdk/v1/nothing', { token: 'ours', origin: 'https://a.evil' }, {}],
    ['no page where the project is none', '/sdk/v1/nothing', { token: 'theirs' }, {}],
    ['no page where none is named', '/sdk/v1/nothing', {}, {}],
    ['no page elsewhere on the server', '/sdk/v2/nothing', { token: 'ours' }, {}],
    ['no page beside the calls', '/sdk/v1', { token: 'ours' }, {}],
    ['nobody who is no page', '/sdk/v1/nothing', { token: 'ours', origin: null }, {}],
  ])('a rejection before routing is readable by %s', async (_, path, asked, headers) => {
    expect(await headersOf(path, asked)).toEqual(headers)
  })

  test('no project lookup is made for unknown origins or without a project', async () => {
    await headersOf('/sdk/v1/nothing', { token: 'ours', origin: 'https://a.evil' })
    expect(looked).toEqual([])
    await headersOf('/sdk/v1/nothing')
    expect(looked).toEqual([])
    await headersOf('/sdk/v1/projects/bootstrap/a%20b')
    expect(looked).toHaveLength(1)
  })

  test('rejections are readable by any page while the database is unavailable, and other errors are not hidden', async () => {
    expect(await headersOf('/sdk/v1/nothing', {}, { someAllows: fail(away) })).toEqual(ofSite)
    expect(await headersOf('/sdk/v1/nothing', {}, { someAllows: fail(new Error('other')) })).toBe('other')
  })
})

describe('CORS under load', () => {
  const preflight = {
    ...ofSite,
    'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
    'Access-Control-Allow-Headers': expect.stringContaining('authorization'),
    'Access-Control-Max-Age': '0',
  }

  test.each([
    ['a call', { headers: { origin: site }, url: '/sdk/v1/users/me' }, true],
    ['what is no call', { headers: { origin: site }, url: '/sdk/v2/users/me' }, false],
    ['what has no address', { headers: { origin: site } }, false],
    ['what is from no page', { headers: {}, url: '/sdk/v1/users/me' }, false],
  ])('CORS for %s: %#', (_, request, is) => {
    expect(corsHeadersOfBusy(request)).toEqual(is ? { ...ofSite, Vary: 'Accept, Origin' } : {})
    expect(preflightHeadersOfBusy(request)).toEqual(is ? preflight : null)
  })
})
