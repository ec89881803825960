import type { IncomingMessage } from 'node:http'
import type { ErrorType } from '@corroborate/wire/errors'
import { decodeJwt } from 'jose'
import inject from 'light-my-request'
import type Provider from 'oidc-provider'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import {
  type Asked,
  type Authorizing,
  authorizing,
  issuerOf,
  type PostedAnswer,
  type Providers,
  postedAnswerPath,
  readForm,
  routes,
  sealAnswer,
} from '../provider/index.ts'

const types: Readonly<Record<string, ErrorType>> = {
  invalid_client: 'connected_app_not_found',
  invalid_redirect_uri: 'connected_app_supplied_redirect_url_not_found_in_client',
  unsupported_response_type: 'unsupported_response_type',
  invalid_scope: 'invalid_scope',
  invalid_target: 'invalid_target',
  login_required: 'stale_factors',
  server_error: 'internal_server_error',
}

/** Maps a protocol error to one of the contract. The message is the contract's; details of the protocol error are for developers. */
export const errorTypeFor = (error: string, description: string): ErrorType => {
  if (error === 'invalid_request' && description.includes('PKCE')) return 'pkce_required_for_idp_authorization_flow'
  return types[error] ?? 'invalid_idp_authorization_request'
}

/** @throws Refusal always */
export const rejectRequest = ({ error, description }: { error: string; description: string }): never => {
  const type = errorTypeFor(error, description)
  if (type === 'invalid_idp_authorization_request' && description !== '') {
    refuse(type, { message: `The request of the application could not be understood: ${description}.` })
  }
  return refuse(type)
}

/** The authorization endpoint of a project. */
export type Endpoint = {
  provider: Provider
  /** Returns the URL of a response that the browser must post (`response_mode=form_post`), since the consent page can only redirect. */
  addressOf: (posted: PostedAnswer) => string
}

export const endpointOf = async (
  { origin, sealer, now }: Pick<Core, 'origin' | 'sealer' | 'now'>,
  providers: Providers,
  project: Project,
): Promise<Endpoint> => ({
  provider: await providers.of(project),
  addressOf: posted => {
    const answer = sealAnswer(sealer, project.id, posted, now())
    return `${issuerOf(origin, project.id)}${postedAnswerPath}?${new URLSearchParams({ answer })}`
  },
})

/** Outcome of an authorization run by the provider. */
export type Ran =
  | { kind: 'asked'; asked: Asked }
  /** Redirect URL with a code or an error. */
  | { kind: 'redirect'; url: string; error: string | null; description: string }
  /** Invalid request that must not redirect. */
  | { kind: 'refused'; error: string; description: string }

/**
 * Runs a project's authorization endpoint in-process. The protocol is entirely the provider's: it parses and validates the request and
 * builds the response, and learns about the user only through `running`.
 */
export const runAuthorization = async (
  { provider, addressOf }: Endpoint,
  query: string,
  running: Authorizing,
): Promise<Ran> => {
  const { origin, host, protocol } = new URL(provider.issuer)
  const url = `${routes.authorization}?${query}`
  const handle = provider.callback()
  // It begins when it is awaited: in there, where `running` is known.
  const answer = await authorizing.run(
    running,
    async () =>
      await inject((request, response) => void handle(request as IncomingMessage, response), {
        method: 'GET',
        url,
        headers: {
          host,
          'x-forwarded-proto': protocol.slice(0, -1),
          origin,
          ...(running.person !== null && { cookie: `_session=${running.person.session.id}` }),
        },
      }),
  )
  if (running.asked !== null) return { kind: 'asked', asked: running.asked }
  const { location } = answer.headers
  if (answer.statusCode === 303 && typeof location === 'string') {
    const said = answerIn(location)
    return {
      kind: 'redirect',
      url: location,
      error: said.get('error'),
      description: said.get('error_description') ?? '',
    }
  }
  if (!String(answer.headers['content-type']).includes('json')) {
    const posted = readForm(answer.body)
    if (posted === null) return { kind: 'refused', error: 'server_error', description: '' }
    const said = plainAnswer(new URLSearchParams(posted.fields))
    return {
      kind: 'redirect',
      url: addressOf(posted),
      error: said.get('error'),
      description: said.get('error_description') ?? '',
    }
  }
  const { error = 'server_error', error_description = '' } = JSON.parse(answer.body || '{}')
  return { kind: 'refused', error, description: error_description }
}

/** Returns the redirect URL. @throws Refusal if there is none */
export const addressIn = (ran: Ran): string => {
  if (ran.kind === 'redirect') return ran.url
  if (ran.kind === 'refused') return rejectRequest(ran)
  // The required user action has changed between two evaluations.
  return refuse('idp_authorization_not_started')
}

/** Parameters of an authorization response in its address, in the query or behind the `#`, signed (JARM) or not. */
export const answerIn = (location: string): URLSearchParams => {
  const url = URL.parse(location)
  return plainAnswer(
    url === null || url.hash === ''
      ? (url?.searchParams ?? new URLSearchParams())
      : new URLSearchParams(url.hash.slice(1)),
  )
}

/** Parameters of a response, which in a signed one are claims of its JWT. We signed it: nothing is checked. */
const plainAnswer = (said: URLSearchParams): URLSearchParams => {
  const signed = said.get('response')
  if (signed === null) return said
  try {
    const claims = Object.entries(decodeJwt(signed)).filter(([, value]) => typeof value === 'string')
    return new URLSearchParams(claims as [string, string][])
  } catch {
    // A parameter of the registered address that has the same name.
    return said
  }
}
