import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { assistantScopes } from '@corroborate/wire/assistants'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { callPath } from '@corroborate/wire/call'
import { projects } from '@corroborate/wire/projects'
import { z } from 'zod'
import { openFindWorks, type SearchTables } from '../../finding/search/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { identityService, type OutsideService } from '../../kit/outside/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { openHeaders } from '../api/index.ts'
import { createMcpCall, refuseMethod } from './mcp-call.ts'
import { type AssistantTables, openTools } from './tools/open-tools.ts'
import { assistantLimits, createTokenVerifier } from './verify-token.ts'

/** Timeout of the identity provider in ms. */
const patience = 2_000

const said = z.object({ data: z.object({ openid_issuer: z.url() }) })

type Options = {
  /** The identity provider, and our project there. */
  identity: { origin: string; publicToken: string }
  service: Pick<OutsideService, 'send'>
}

/**
 * Returns the issuer of this site's access tokens: our project's issuer at the identity provider, which never changes. Fetched lazily; null
 * while the provider is unavailable.
 */
export const createFindIssuer = ({ identity, service }: Options): (() => Promise<string | null>) => {
  const { origin, publicToken } = identity
  let known: string | null = null

  const ask = async (): Promise<string | null> => {
    const url = new URL(callPath(projects.bootstrap, { public_token: publicToken }), origin)
    const headers = {
      accept: 'application/json',
      authorization: formatAuthorization({ publicToken, sessionToken: null }),
    }
    const answer = await service.send(url, { method: 'GET', headers, again: true }, patience)
    if (answer.kind !== 'answer' || answer.status !== 200) return null
    return said.safeParse(parse(answer.body)).data?.data.openid_issuer ?? null
  }

  return async () => {
    known ??= await ask()
    return known
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type MetadataCallOptions = {
  findIssuer: () => Promise<string | null>
  /** This site's address for assistants, and where people read about it. */
  resource: string
  documentation: string
}

/** `GET /.well-known/oauth-protected-resource`, with or without `/mcp`: authorization server and scopes of this site (RFC 9728). */
export const createMetadataCall =
  ({ findIssuer, resource, documentation }: MetadataCallOptions) =>
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

/** Version of the MCP server; breaking changes increment the major version. */
const version = '2.0.0'

/** MCP server for assistants: reading needs no sign-in, actions need the user's authorization. */
export const mcpFeature = defineFeature<AssistantTables & SearchTables, NoJobs, WithPapers & WithWorks>()({
  limits: assistantLimits,
  ...nothingOfPeople,
  open: ({ settings, logger, now, db, limits, papers, searchWorks, outside }) => {
    const { origin } = settings.site
    const service = outside(identityService)
    const findIssuer = createFindIssuer({ identity: settings.identity, service })
    const resource = origin + paths.assistants
    const metadataCall = createMetadataCall({ findIssuer, resource, documentation: origin + paths.api })
    const search = db
    const findWorks = openFindWorks({ settings, now, db: search, papers, searchWorks, outside })
    const tools = openTools({ db: db, papers, findWorks, limits, origin, now })
    const call = createMcpCall({
      tools,
      verifier: createTokenVerifier({ findIssuer, service, resource, logger, now }),
      limits,
      origin,
      resource,
      metadata: origin + paths.protectedResource,
      version,
      logger,
    })
    return {
      routes: {
        [paths.assistants]: { POST: call, GET: refuseMethod, DELETE: refuseMethod },
        [paths.protectedResource]: { GET: metadataCall },
        [paths.protectedResourceOfSite]: { GET: metadataCall },
      },
    }
  },
})
