import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import type { Providers } from '../provider/index.ts'
import { personOf } from './person.ts'
import { readRequest } from './request.ts'
import { answerIn } from './run.ts'
import { oidcClientOf, scopeResultsOf, startAuthorization } from './start.ts'
import { submitAuthorization } from './submit.ts'

/** What the consent page asks, and the answer of the person as JSON. */
export const authorizeCalls = (core: Core, providers: Providers): readonly Route[] => [
  answer(endpoints.idp.oauthAuthorizeStart, async ({ project, session, request: { now }, body }) => {
    const person = await personOf(core, project, session, now)
    const shown = await startAuthorization(core, providers, { project, person, now, asked: readRequest(body) })
    const { looked, consentRequired, redirectUri } = shown
    return {
      consent_required: consentRequired,
      oidc_client: oidcClientOf(looked.app),
      grantable_scope: looked.offered.join(' '),
      ungrantable_scope: looked.ungrantable.join(' '),
      scope_results: scopeResultsOf(project, looked),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
    }
  }),

  answer(endpoints.idp.authorizeStart, async ({ project, session, request: { now }, body }) => {
    const person = await personOf(core, project, session, now)
    const shown = await startAuthorization(core, providers, { project, person, now, asked: readRequest(body) })
    const { looked, consentRequired, redirectUri } = shown
    return {
      user_id: person?.user.user_id ?? '',
      user: person?.user ?? null,
      client: oidcClientOf(looked.app),
      consent_required: consentRequired,
      scope_results: scopeResultsOf(project, looked),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
    }
  }),

  answer(endpoints.idp.authorizeSubmit, async ({ project, session, request, body }) => {
    const { consent_granted: consentGranted, ...asked } = body
    const person = await personOf(core, project, session, request.now)
    const url = await submitAuthorization(core, providers, {
      project,
      person,
      request,
      asked: readRequest(asked),
      consentGranted,
    })
    const code = answerIn(url).get('code')
    return { redirect_uri: url, ...(code !== null && { authorization_code: code }) }
  }),
]
