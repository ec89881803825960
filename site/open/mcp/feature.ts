import { openFindWorks, type SearchTables } from '../../finding/search/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { identityService } from '../../kit/outside/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { createFindIssuer } from './find-issuer.ts'
import { assistantLimits } from './limits.ts'
import { createMcpCall, refuseMethod } from './mcp-call.ts'
import { createMetadataCall } from './metadata-call.ts'
import { type AssistantTables, openTools } from './tools/index.ts'
import { createTokenVerifier } from './verify-token.ts'

/** Version of the MCP server; breaking changes increment the major version. */
const version = '1.0.0'

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
