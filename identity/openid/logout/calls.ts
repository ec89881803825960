import { endpoints } from '@corroborate/wire/endpoints.schema'
import type Provider from 'oidc-provider'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import type { Providers } from '../provider/index.ts'
import { logoutNeeds } from './logout-needs.ts'

type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

/**
 * Whether somebody may be logged out at an application's wish without being asked, and where to go then
 * (OpenID Connect RP-Initiated Logout 1.0). The page itself ends the session.
 */
export const logoutCalls = (_core: Core, providers: Providers): readonly Route[] => [
  answer(endpoints.idp.oauthLogoutStart, async ({ project, session, body }) => {
    const provider = await providers.of(project)
    const client = await findClient(provider, body.client_id)
    if (client === null) refuse('connected_app_not_found')
    if (!client.postLogoutRedirectUriAllowed(body.post_logout_redirect_uri)) {
      refuse('connected_app_supplied_redirect_url_not_found_in_client')
    }
    const hinted = body.id_token_hint === undefined ? null : await subjectOf(provider, client, body.id_token_hint)
    const needs = logoutNeeds({ signedIn: session?.userId ?? null, hint: body.id_token_hint, hinted })
    if (needs === 'refusal') refuse('invalid_id_token_hint')
    const url = new URL(body.post_logout_redirect_uri)
    if (body.state !== undefined) url.searchParams.set('state', body.state)
    return { consent_required: needs === 'consent', redirect_uri: url.href }
  }),
]

const findClient = async (provider: Provider, id: string): Promise<Client | null> => {
  try {
    return (await provider.Client.find(id)) ?? null
  } catch (error) {
    // What it says of itself is wrong by now, or cannot be fetched.
    if (error instanceof Error && 'error' in error) return null
    throw error
  }
}

/** Whom an ID token of ours for this client is about, however old it is; null when it is none. */
const subjectOf = async (provider: Provider, client: Client, idToken: string): Promise<string | null> => {
  try {
    const { payload } = await provider.IdToken.validate(idToken, client)
    return typeof payload.sub === 'string' ? payload.sub : null
  } catch {
    return null
  }
}
