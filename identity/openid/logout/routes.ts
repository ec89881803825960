import { endpoints } from '@corroborate/wire/endpoints.schema'
import { decodeJwt } from 'jose'
import type Provider from 'oidc-provider'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { type Described, findDescribed, type Providers } from '../provider/index.ts'
import { authorizationsOf } from '../store/index.ts'

/** Verified content of an `id_token_hint`: its user and session; null if it is not one of ours. */
type Hint = { userId: string; sid: string | null } | null

type Given = {
  /** The signed-in user, and the session ID known to the application; null if signed out. */
  here: { userId: string; sid: string | null } | null
  /** Undefined without one. */
  hint: Hint | undefined
}

/**
 * Decides what an application's logout request requires. An invalid hint, or one of another user, may be an attempt to log out the wrong
 * user. Without a hint, anyone may have made the link; with one of another session, the user may not mean this one.
 */
export const logoutNeeds = ({ here, hint }: Given): 'nothing' | 'consent' | 'refusal' => {
  if (hint === null) return 'refusal'
  if (here === null) return 'nothing'
  if (hint === undefined) return 'consent'
  if (hint.userId !== here.userId) return 'refusal'
  return hint.sid !== null && hint.sid === here.sid ? 'nothing' : 'consent'
}

/**
 * Decides if an application's logout request needs confirmation, and returns the redirect (OpenID Connect RP-Initiated Logout 1.0). The
 * page itself ends the session. The application comes from `client_id` or the hint; only its registered URLs are redirect targets.
 */
export const logoutCalls = ({ db }: Core, providers: Providers): readonly Route[] => [
  answer(endpoints.idp.oauthLogoutStart, async ({ project, session, body }) => {
    const { id_token_hint: idToken, post_logout_redirect_uri: address, state } = body
    const provider = await providers.of(project)
    const clientId = body.client_id ?? audienceOf(idToken)
    const client = await findDescribed(provider, clientId)
    if (client === null && body.client_id !== undefined) refuse('connected_app_not_found')
    const hint = idToken === undefined ? undefined : client && (await readHint(provider, client, idToken))
    const known =
      session === null || client === null
        ? undefined
        : (await authorizationsOf(db, project.id, session.id)).find(one => one.clientId === client.clientId)
    const here = session === null ? null : { userId: session.userId, sid: known?.sid ?? null }
    const needs = logoutNeeds({ here, hint })
    if (needs === 'refusal') refuse('invalid_id_token_hint')
    if (client !== null && address !== undefined && !client.postLogoutRedirectUriAllowed(address)) {
      refuse('connected_app_supplied_redirect_url_not_found_in_client', { message: strangeAddress })
    }
    return {
      consent_required: needs === 'consent',
      ...(client !== null && address !== undefined && { redirect_uri: withState(address, state) }),
    }
  }),
]

const strangeAddress = 'The application requested an unregistered redirect address. You have not been logged out.'

const withState = (address: string, state: string | undefined): string => {
  const url = new URL(address)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/** Returns an ID token's audience, before it is verified. */
const audienceOf = (idToken = ''): string => {
  try {
    return String(decodeJwt(idToken).aud)
  } catch {
    return ''
  }
}

/** Returns the subject of our ID token for this client, regardless of its age; null if it is invalid. */
const readHint = async (provider: Provider, client: Described, idToken: string): Promise<Hint> => {
  try {
    const { payload } = await provider.IdToken.validate(idToken, client)
    const { sub, sid } = payload
    return { userId: String(sub), sid: typeof sid === 'string' ? sid : null }
  } catch {
    return null
  }
}
