import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, type HttpEnv } from '@corroborate/server-kit/http'
import { codeChallenge } from '@corroborate/wire/fields.schema'
import { Hono } from 'hono'
import { spendToken } from '../../accounts/single-use/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { type Attaching, attaching } from './arrival.ts'
import { beginIn, challengeOf, homeOf, madeFor } from './browser.ts'
import { connect } from './clients/index.ts'
import { beginFlow } from './flow.ts'
import { callbackUrl, oauthPaths } from './paths.ts'
import { authorizationUrl, scopesOf } from './provider-client/index.ts'
import { endpointsOf, providers } from './providers/index.ts'
import { readStart, type StartRequest } from './read-start.ts'
import { requireRedirect } from './require-redirect.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_attach: true
  }
}

const attachPayload = attaching.omit({ userId: true })

/** Start page of a sign-in at a provider. Records the sign-in and redirects to the provider. */
export const createStartPage = (core: Core): Hono<HttpEnv> => {
  const { db, guard, now, origin, projects } = core

  const start = async (c: HttpContext) => {
    await guard.address('oauthPerAddress', { address: addressOf(c) })
    const read = readStart(c.req.param('provider') ?? '', new URL(c.req.url).searchParams)
    if (read.kind === 'refused') refuse('bad_request', { message: read.message })
    const { request } = read
    const project = await projects.byPublicToken(request.publicToken)
    if (project === null) refuse('public_token_not_found')
    const loginUrl = requireRedirect(project, 'login', request.loginUrl)
    const signupUrl = requireRedirect(project, 'signup', request.signupUrl)
    requireChallenge(request, project.pkce.oauth)
    const connection = await connect(core, project.id, request.provider)
    if (connection === null) refuse('oauth_config_not_found')

    const provider = providers[request.provider]
    const home = homeOf(origin, project, c.req.url)
    const redirectUri = callbackUrl(home, project.id, provider.id)
    const browser = beginIn(c, home)
    const { clientId, hostedDomain } = connection
    const state = await runTransaction(db, async tx =>
      beginFlow(
        tx,
        { projectId: project.id, provider: provider.id, now: now() },
        {
          browserHash: browser.hash,
          clientId,
          redirectUri,
          loginUrl,
          signupUrl,
          codeChallenge: request.codeChallenge,
          scopes: scopesOf(provider, request.customScopes),
          attach: await attachingOf(tx, project.id, request, now()),
        },
      ),
    )
    const { nonce, codeVerifier } = madeFor(browser, state)
    const url = authorizationUrl(provider, endpointsOf(provider, connection), {
      clientId,
      redirectUri,
      state,
      nonce,
      codeChallenge: challengeOf(codeVerifier),
      customScopes: request.customScopes,
      // Google then shows only accounts of the organization. The account is checked when it comes back.
      parameters: hostedDomain === '' ? request.parameters : { ...request.parameters, hd: hostedDomain },
    })
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    return c.redirect(url, 302)
  }

  return new Hono<HttpEnv>().get(oauthPaths.start, start)
}

/** @throws Refusal `invalid_pkce_code_challenge` */
const requireChallenge = ({ codeChallenge: given }: StartRequest, isRequired: boolean): void => {
  if (given === null ? isRequired : !codeChallenge.safeParse(given).success) refuse('invalid_pkce_code_challenge')
}

/** Spends the token of a signed-in user's linking request. @throws Refusal `oauth_attach_token_not_found` */
const attachingOf = async (
  tx: Tx,
  projectId: string,
  { attachToken, provider }: StartRequest,
  now: number,
): Promise<Attaching | null> => {
  if (attachToken === null) return null
  const secret = await spendToken(tx, projectId, 'oauth_attach', attachToken, now)
  if (secret === null || secret.subject !== provider) refuse('oauth_attach_token_not_found')
  return { userId: secret.userId, ...attachPayload.parse(secret.payload) }
}
