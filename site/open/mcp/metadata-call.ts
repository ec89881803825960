import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { assistantScopes } from '@corroborate/wire/assistants'
import { openHeaders } from '../api/index.ts'

type Options = {
  findIssuer: () => Promise<string | null>
  /** This site's address for assistants, and where people read about it. */
  resource: string
  documentation: string
}

/** `GET /.well-known/oauth-protected-resource`, with or without `/mcp`: authorization server and scopes of this site (RFC 9728). */
export const createMetadataCall =
  ({ findIssuer, resource, documentation }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    const issuer = await findIssuer()
    if (issuer === null)
      throw new HttpProblem(503, 'The identity provider does not answer right now.', { retryAfter: 5 })
    const headers = { ...openHeaders, 'Cache-Control': 'public, max-age=60' }
    const metadata = {
      resource,
      resource_name: 'Corroborate',
      resource_documentation: documentation,
      authorization_servers: [issuer],
      scopes_supported: ['openid', 'offline_access', ...Object.keys(assistantScopes)],
      bearer_methods_supported: ['header'],
    }
    return c.json(metadata, 200, headers)
  }
