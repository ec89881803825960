import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { identity } from '../identity-cli.ts'
import type { Kept, LibraryModule, Person } from './library.ts'

const scopes = ['openid', 'email', 'offline_access', 'tools']

/**
 * Starts an MCP server that accepts tokens of a project created for it. Its only tool returns the caller. `refuse` rejects a token from
 * then on, as if it had expired.
 */
export const startTools = async (issuer: URL) => {
  const refused = new Set<string>()
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  const server = createServer()
  server.on('request', (request, response) => void answer(request, response))
  // It ends with the application.
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve).unref())
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = `${home}/.well-known/oauth-protected-resource/mcp`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/mcp') {
      response.setHeader('Content-Type', 'application/json')
      const said = { resource: `${home}/mcp`, authorization_servers: [issuer.href], scopes_supported: scopes }
      response.writeHead(metadata.endsWith(request.url ?? '-') ? 200 : 404).end(JSON.stringify(said))
      return
    }
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const caller = refused.has(token)
      ? null
      : await jwtVerify(token, keys, { issuer: issuer.href, audience: `${home}/mcp` }).catch(() => null)
    if (caller === null) {
      response.writeHead(401, { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` }).end()
      return
    }
    const tools = new McpServer({ name: 'tools', version: '1.0.0' })
    tools.registerTool('who', { description: 'Says who calls' }, () => ({
      content: [{ type: 'text', text: String(caller.payload.sub) }],
    }))
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await tools.connect(transport as never)
    await transport.handleRequest(request, response)
  }

  return { url: new URL(`${home}/mcp`), refuse: (token: string) => void refused.add(token) }
}

type Visit = { tokens?: OAuthTokens; verifier?: string; asked?: URL; transport?: StreamableHTTPClientTransport }

/**
 * MCP client with an MCP server. The client registers itself (RFC 7591), and its token is audience-restricted to that server (RFC 8707).
 * The user comes from the ID token and from the tool's result.
 */
export const modelContextProtocol: LibraryModule = {
  open: async ({ home, issuer }) => {
    const tools = await startTools(new URL(issuer))
    await letRegister(issuer, tools.url)
    let self: OAuthClientInformationFull | undefined

    const connect = (visit: Visit) => {
      const authProvider: OAuthClientProvider = {
        redirectUrl: `${home}/back`,
        clientMetadata: {
          client_name: 'Desk',
          redirect_uris: [`${home}/back`],
          ...{ post_logout_redirect_uris: [`${home}/`] },
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        },
        clientInformation: () => self,
        saveClientInformation: information => {
          self = information as OAuthClientInformationFull
        },
        tokens: () => visit.tokens,
        saveTokens: tokens => {
          visit.tokens = { ...visit.tokens, ...tokens }
        },
        redirectToAuthorization: url => {
          visit.asked = url
        },
        saveCodeVerifier: verifier => {
          visit.verifier = verifier
        },
        codeVerifier: () => visit.verifier ?? '',
      }
      visit.transport = new StreamableHTTPClientTransport(tools.url, { authProvider })
      const client = new Client({ name: 'desk', version: '1.0.0' })
      return { client, connecting: client.connect(visit.transport as never) }
    }

    /** Calls the tool that returns the caller. The client itself renews a rejected token. */
    const whoCalls = async (visit: Visit): Promise<Person> => {
      const { client, connecting } = connect(visit)
      await connecting
      const { content } = (await client.callTool({ name: 'who' })) as { content: { text: string }[] }
      await client.close()
      const {
        id_token: idToken = '',
        access_token: accessToken = '',
        refresh_token: refreshToken = '',
      } = {
        ...visit.tokens,
      }
      const { sub = '', email } = decodeJwt(idToken)
      if (content[0]?.text !== sub) throw new Error('The tool was called by somebody else.')
      return { sub, email: String(email ?? ''), idToken, accessToken, refreshToken }
    }

    return {
      leave: async (visit: Kept & Visit) => {
        delete visit.tokens
        await connect(visit).connecting.catch(() => undefined)
        return visit.asked?.href ?? home
      },
      comeBack: async (visit: Kept & Visit, url) => {
        const problem = url.searchParams.get('error')
        if (problem !== null) throw Object.assign(new Error(problem), { error: problem })
        await visit.transport?.finishAuth(url.searchParams.get('code') ?? '')
        return whoCalls(visit)
      },
      renew: (visit: Kept & Visit, { accessToken }) => {
        tools.refuse(accessToken)
        return whoCalls(visit)
      },
    }
  },
}

/** The operator's part: the project lets applications register themselves, and have tokens for the tools. */
const letRegister = async (issuer: string, tools: URL): Promise<void> => {
  const [project] = await identity<{ public_token: string }[]>('project', 'list')
  const flags = ['--dynamic-registration', 'on', '--api-resource', `${tools}=tools;jwt;any-app`]
  await identity('project', 'set', project?.public_token ?? '', ...flags)
  const isOn = async (): Promise<boolean> => {
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    return 'registration_endpoint' in metadata && metadata.scopes_supported.includes('tools')
  }
  // A provider that runs learns of it within seconds.
  while (!(await isOn())) await wait(200)
}
