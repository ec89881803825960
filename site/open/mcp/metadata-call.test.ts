import type { HttpEnv } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetadataCall } from './feature.ts'

const resource = 'https://corroborate.example/mcp'
const documentation = 'https://corroborate.example/api'

const ask = (issuer: string | null) =>
  new Hono<HttpEnv>()
    .get('/', createMetadataCall({ findIssuer: async () => issuer, resource, documentation }))
    .onError(error => Response.json(error))
    .request('/')

test('the metadata names authorization server, scopes and token transport', async () => {
  const answer = await ask('https://identity.example')
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=60'])
  expect(await answer.json()).toEqual({
    ...{ resource, resource_name: 'Corroborate', resource_documentation: documentation },
    authorization_servers: ['https://identity.example'],
    scopes_supported: ['openid', 'offline_access', 'papers:watch', 'notes:draft', 'claims:draft'],
    bearer_methods_supported: ['header'],
  })
})

test('the metadata returns a retryable error while the provider is unavailable', async () =>
  expect(await (await ask(null)).json()).toMatchObject({ status: 503, retryAfter: 5 }))
