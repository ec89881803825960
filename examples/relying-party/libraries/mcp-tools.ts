import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createRemoteJWKSet, jwtVerify } from 'jose'

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
