import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import type { Providers } from '../provider/index.ts'
import { personOf } from './person.ts'
import { readRequest } from './request.ts'
import { answerIn } from './run.ts'
import { oidcClientOf, type Shown, scopeResultsOf, startAuthorization } from './start.ts'
import { submitAuthorization } from './submit.ts'

/** Endpoints of the consent page, with the user's decision as JSON. */
export const authorizeCalls = (core: Core, providers: Providers): readonly Route[] => [
  answer(endpoints.idp.oauthAuthorizeStart, async ({ project, session, request: { now }, body }) => {
    const person = await personOf(core, project, session, now)
    const shown = await startAuthorization(core, providers, { project, person, now, asked: readRequest(body) })
    return {
      ...answerOf(project, shown),
      oidc_client: oidcClientOf(shown.app),
      grantable_scope: shown.offered.join(' '),
      ungrantable_scope: shown.ungrantable.join(' '),
    }
  }),

  answer(endpoints.idp.authorizeStart, async ({ project, session, request: { now }, body }) => {
    const person = await personOf(core, project, session, now)
    const shown = await startAuthorization(core, providers, { project, person, now, asked: readRequest(body) })
    return {
      ...answerOf(project, shown),
      user_id: person?.user.user_id ?? '',
      user: person?.user ?? null,
      client: oidcClientOf(shown.app),
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

const answerOf = (project: Project, shown: Shown) => ({
  consent_required: shown.consentRequired,
  scope_results: scopeResultsOf(project, shown),
  ...(shown.loginRequired && { login_required: true }),
  redirect_uri: shown.redirectUri,
})
