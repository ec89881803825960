import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, type HttpEnv } from '@corroborate/server-kit/http'
import { codeChallenge } from '@corroborate/wire/fields.schema'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { spendToken } from '../../accounts/one-time-tokens/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { type Attaching, attaching } from './arrival.ts'
import { connect } from './clients/connect.ts'
import { callbackUrl, oauthPaths } from './finish.ts'
import { beginFlow, beginIn, challengeOf, homeOf, madeFor } from './flow.ts'
import { authorizationUrl, reservedAmong, scopesOf } from './provider-client/index.ts'
import { endpointsOf, providers } from './providers/index.ts'
import { requireRedirect } from './require-redirect.ts'

/** Parameters with which a page starts a sign-in at a provider. */
type StartRequest = {
  provider: OAuthProvider
  publicToken: string
  codeChallenge: string | null
  customScopes: string[]
  parameters: Record<string, string>
  loginUrl: string | undefined
  signupUrl: string | undefined
  attachToken: string | null
}

export type ReadStart = { kind: 'read'; request: StartRequest } | { kind: 'refused'; message: string }

const known = [
  'public_token',
  'code_challenge',
  'custom_scopes',
  'login_redirect_url',
  'signup_redirect_url',
  'oauth_attach_token',
] as const

const prefix = 'provider_'
/** RFC 6749 §3.3. */
const scope = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/
const most = { scopes: 50, parameters: 20, parameter: 1_000 }

/** Reads the URL at which a sign-in begins. Parameters that are not in the contract are ignored. Pure. */
export const readStart = (name: string, query: URLSearchParams): ReadStart => {
  const provider = oauthProviders.find(each => each === name)
  if (provider === undefined) return refused(`There is no provider "${name.slice(0, 40)}".`)
  const names = [...new Set(query.keys())].filter(
    each => (known as readonly string[]).includes(each) || each.startsWith(prefix),
  )
  const doubled = names.find(each => query.getAll(each).length > 1)
  if (doubled !== undefined) return refused(`${doubled.slice(0, 60)} is given twice.`)

  const parameters = names.filter(each => each.startsWith(prefix)).map(each => each.slice(prefix.length))
  const reserved = reservedAmong(parameters)
  if (reserved !== null) return refused(`Pages cannot set ${prefix}${reserved}.`)
  const values = Object.fromEntries(parameters.map(each => [each, query.get(prefix + each) ?? '']))
  const isOdd = ([key, value]: [string, string]) =>
    !/^[\w.-]{1,64}$/.test(key) || value.length > most.parameter || /\p{Cc}/u.test(value) || !value.isWellFormed()
  const odd = Object.entries(values).find(isOdd)
  if (odd !== undefined) return refused(`${prefix}${odd[0].slice(0, 60)} cannot be passed on.`)
  if (parameters.length > most.parameters) return refused(`There are more than ${most.parameters} parameters.`)

  const customScopes = (query.get('custom_scopes') ?? '').split(' ').filter(Boolean)
  if (customScopes.length > most.scopes || !customScopes.every(each => scope.test(each))) {
    return refused('custom_scopes must be a list of scopes with spaces between them.')
  }
  return {
    kind: 'read',
    request: {
      provider,
      publicToken: query.get('public_token') ?? '',
      codeChallenge: query.get('code_challenge'),
      customScopes,
      parameters: values,
      loginUrl: query.get('login_redirect_url') ?? undefined,
      signupUrl: query.get('signup_redirect_url') ?? undefined,
      attachToken: query.get('oauth_attach_token'),
    },
  }
}

const refused = (message: string): ReadStart => ({ kind: 'refused', message })

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
