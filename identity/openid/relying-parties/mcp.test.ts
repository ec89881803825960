import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { projectConfig } from '../../projects/index.ts'
import { consentPage, openAgent, serve, stage } from '../testing/index.ts'

const callback = 'http://127.0.0.1:33418/callback'

/** A server of tools that believes tokens of a project for itself; what it was told of its callers is in `callers`. */
const startTools = async (issuer: URL) => {
  const callers: JWTPayload[] = []
  const refused = new Set<string>()
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  const answer = async (home: string, request: IncomingMessage, response: ServerResponse) => {
    const metadata = `${home}/.well-known/oauth-protected-resource/mcp`
    if (request.url !== '/mcp') {
      response.setHeader('Content-Type', 'application/json')
      const said = { resource: `${home}/mcp`, authorization_servers: [issuer.href], scopes_supported: scopes }
      return response.writeHead(metadata.endsWith(request.url ?? '-') ? 200 : 404).end(JSON.stringify(said))
    }
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    try {
      if (refused.has(token)) throw new Error('It has expired.')
      callers.push((await jwtVerify(token, keys, { issuer: issuer.href, audience: `${home}/mcp` })).payload)
    } catch {
      return response.writeHead(401, { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` }).end()
    }
    const tools = new McpServer({ name: 'tools', version: '1.0.0' })
    tools.registerTool('greet', { description: 'Greets' }, () => ({ content: [{ type: 'text', text: 'Hello' }] }))
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await tools.connect(transport as never)
    return transport.handleRequest(request, response)
  }
  const scopes = ['openid', 'offline_access', 'tools']
  const origin = await serve(home => (request, response) => void answer(home, request, response))
  return { url: new URL(`${origin}/mcp`), callers, refused }
}

test('a client of the Model Context Protocol registers itself, signs somebody in, calls a tool, and renews its token', async () => {
  const on = await stage()
  const tools = await startTools(on.issuer)
  const resources = [{ resource: tools.url.href, scopes: ['tools'], format: 'jwt', forAnyApp: true }]
  const { openid } = projectConfig.parse({ openid: { dynamicRegistration: true, resources } })
  await on.configure({ authorizeUrl: consentPage, openid })

  const kept: { self?: OAuthClientInformationFull; tokens: OAuthTokens[]; verifier: string; asked: URL | null } = {
    tokens: [],
    verifier: '',
    asked: null,
  }
  const authProvider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'Desk',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.self,
    saveClientInformation: self => void Object.assign(kept, { self }),
    tokens: () => kept.tokens.at(-1),
    saveTokens: tokens => void kept.tokens.push(tokens),
    redirectToAuthorization: url => void Object.assign(kept, { asked: url }),
    saveCodeVerifier: verifier => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier,
  }
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(tools.url, { authProvider })
    const client = new Client({ name: 'desk', version: '1.0.0' })
    return { transport, client, connecting: client.connect(transport as never) }
  }
  const first = await connect()
  await expect(first.connecting).rejects.toThrow('Unauthorized')
  expect(kept.self?.client_id).toMatch(/^connected-app-/)
  expect(kept.asked?.searchParams.get('resource')).toBe(tools.url.href)

  // Its address is on somebody's device, where another program may take its place: its person is asked each time.
  const { started } = await on.decide(kept.asked ?? '', on.session)
  expect(started.data).toMatchObject({
    consent_required: true,
    client: { client_name: 'Desk', verified: false, redirect_host: '127.0.0.1:33418' },
  })
  const { url } = await openAgent(on, on.session).go(kept.asked ?? '', {}, callback)
  await first.transport.finishAuth(url.searchParams.get('code') ?? '')

  const { client, connecting } = await connect()
  await connecting
  expect((await client.listTools()).tools).toMatchObject([{ name: 'greet' }])
  expect(tools.callers[0]).toMatchObject({ sub: on.userId, scope: 'tools', client_id: kept.self?.client_id })

  tools.refused.add(kept.tokens[0]?.access_token ?? '')
  expect((await client.callTool({ name: 'greet' })).content).toEqual([{ type: 'text', text: 'Hello' }])
  expect(kept.tokens).toHaveLength(2)
  expect(kept.tokens[1]?.refresh_token).not.toBe(kept.tokens[0]?.refresh_token)
  await client.close()
})
