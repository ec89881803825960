import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, type HttpEnv, logOf } from '@corroborate/server-kit/http'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { z } from 'zod'
import { lookAtToken, spendToken } from '../../accounts/one-time-tokens/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { factsOf } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { arrivalOf, issueParcel, openParcel, removeParcel } from './arrival.ts'
import { connect } from './clients/connect.ts'
import { finish, oauthPaths } from './finish.ts'
import { browserOf, type FoundFlow, homeOf, madeFor, requireFlow, spendFlow } from './flow.ts'
import { type ProviderClient, ProviderError } from './provider-client/index.ts'
import { providers } from './providers/index.ts'
import { requireRedirect, withError } from './require-redirect.ts'

/** The longest `state`, `code` or `error` that is read, in characters. */
const longest = 4_096

/** Parameters that a provider's answer may have once at most. */
const single = ['state', 'code', 'iss', 'error', 'error_description', 'error_uri', 'id_token', 'token', 'response']

/** Reads a provider's answer. It has one `state`, and one `code` or `error`, of a sane length; null otherwise. Pure. */
export const readCallback = (query: URLSearchParams): { state: string; parameters: URLSearchParams } | null => {
  if (single.some(name => query.getAll(name).length > 1)) return null
  const [state, code, error] = ['state', 'code', 'error'].map(name => query.get(name) ?? '')
  if (!state || (!code && !error)) return null
  if (state.length > longest || (code ?? '').length > longest || (error ?? '').length > longest) return null
  const parameters = new URLSearchParams()
  for (const name of single) {
    const value = query.get(name)
    if (value !== null) parameters.set(name, value)
  }
  return { state, parameters }
}

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_post: true
  }
}

/** Storage time of a posted provider response until the browser fetches it, in ms. */
const postLifetime = 60_000

const posted = z.object({ query: z.string(), user: z.string().nullable() })

/** Redirect URIs (callback pages) of the providers. */
export const createCallbackPage = (core: Core, client: ProviderClient): Hono<HttpEnv> => {
  const { db, guard, now, origin, projects, sealer } = core

  /** The project and provider of an address. */
  const addressed = async (c: HttpContext): Promise<{ project: Project; provider: OAuthProvider }> => {
    await guard.address('oauthPerAddress', { address: addressOf(c) })
    // The address has a code in it, which no other site may learn from a referrer.
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    const project = await projects.byId(c.req.param('project_id') ?? '')
    const provider = oauthProviders.find(each => each === c.req.param('provider'))
    if (project === null || provider === undefined) refuse('route_not_found')
    return { project, provider }
  }

  const comeBack = async (c: HttpContext) => {
    const { project, provider } = await addressed(c)
    const url = new URL(c.req.url)
    const handed = url.searchParams.get('posted')
    const { query, user } = handed === null ? { query: url.search, user: null } : await takePosted(project, handed)
    const answer = readCallback(new URLSearchParams(query))
    if (answer === null) refuse('oauth_state_mismatch')
    const browser = browserOf(c, homeOf(origin, project, c.req.url))
    const at = now()
    const flow = await requireFlow(db, { projectId: project.id, provider, state: answer.state, now: at }, browser)
    if (browser === null) refuse('oauth_state_mismatch')
    await spendFlow(db, project.id, flow, at)
    try {
      const made = madeFor(browser, answer.state)
      const arrived = await bring(project, provider, flow, { ...answer, ...made, posted: user, now: at })
      return c.redirect(await finish(core, { project, request: factsOf(c, at) }, flow, arrived), 302)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      logOf(c).info(
        { provider, project: project.id, type: error.type, reason: error.message },
        'social sign-in refused',
      )
      return c.redirect(withError(requireRedirect(project, 'login', flow.loginUrl), error.type), 302)
    }
  }

  /** Exchanges the code at the provider and returns its result. */
  const bring = async (
    project: Project,
    id: OAuthProvider,
    { clientId, redirectUri, scopes, attach }: FoundFlow,
    answer: {
      parameters: URLSearchParams
      state: string
      nonce: string
      codeVerifier: string
      posted: string | null
      now: number
    },
  ) => {
    const connection = await connect(core, project.id, id)
    if (connection === null || connection.clientId !== clientId) {
      throw new ProviderError('oauth_config_not_found', 'the operator changed the client meanwhile')
    }
    const provider = providers[id]
    const arrived = await client.exchange({ ...answer, provider, connection, redirectUri, scopes })
    return arrivalOf(provider, connection, arrived, attach)
  }

  /**
   * Stores Apple's posted response, sealed, and redirects to a URL of ours without the code. A cross-site POST carries none of our cookies.
   */
  const takePost = async (c: HttpContext) => {
    const { project, provider } = await addressed(c)
    if (providers[provider].responseMode !== 'form_post') refuse('method_not_allowed')
    const form = new URLSearchParams(await c.req.text())
    const answer = readCallback(form)
    const at = now()
    // Stores nothing unless the sign-in started here.
    if (answer === null || (await lookAtToken(db, project.id, ['oauth_state'], answer.state, at)) === null) {
      refuse('oauth_state_mismatch')
    }
    const content: z.infer<typeof posted> = {
      query: answer.parameters.toString(),
      user: form.get('user')?.slice(0, 8_192) ?? null,
    }
    const secret = { projectId: project.id, kind: 'oauth_post', userId: '', expiresAt: at + postLifetime } as const
    const token = await runTransaction(db, tx => issueParcel(tx, sealer, content, secret, at))
    return c.redirect(`${new URL(c.req.url).pathname}?posted=${token}`, 303)
  }

  const takePosted = (project: Project, token: string): Promise<z.infer<typeof posted>> =>
    runTransaction(db, async tx => {
      const secret = await spendToken(tx, project.id, 'oauth_post', token, now())
      if (secret === null) refuse('oauth_state_mismatch')
      const content = await openParcel(tx, sealer, project.id, secret.subject)
      await removeParcel(tx, project.id, secret.subject)
      return posted.parse(content)
    })

  return new Hono<HttpEnv>().get(oauthPaths.callback, comeBack).post(oauthPaths.callback, takePost)
}
