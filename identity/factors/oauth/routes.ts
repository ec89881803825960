import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { checkVerifier, issueToken, lookAtToken, spend } from '../../accounts/one-time-tokens/index.ts'
import { holdSession, requireSession } from '../../accounts/sessions/index.ts'
import { requireRecentFactor, stepUpOf } from '../../accounts/step-up/require-recent-factor.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { arrival as arrivalSchema, openParcel, removeParcel } from './arrival.ts'
import { connect } from './clients/connect.ts'
import { factorOf } from './factor-of.ts'
import { type ProviderClient, ProviderError } from './provider-client/index.ts'
import { providers } from './providers/index.ts'
import { createSettlement } from './settle.ts'
import { type Kept, keepValues, readValues } from './store.ts'

/** Tokens that expire within this time are renewed, in ms. */
const soon = 60_000

/**
 * The tokens of a linked account. They are renewed shortly before they expire, if the provider gave a refresh token. One call
 * at a time renews those of an account, since many refresh tokens work only once.
 */
const createFreshValues = (core: Core, client: ProviderClient) => {
  const { db, sealer } = core
  const renewing = createSingleFlight<string, Kept['values']>()

  /** @throws Refusal `oauth_user_registration_not_found`, `oauth_config_not_found`, or as the provider refuses */
  return async (project: Project, userId: string, id: string, now: number): Promise<Kept['values']> => {
    const read = async () => {
      const kept = await readValues(db, sealer, project.id, userId, id)
      return kept ?? refuse('oauth_user_registration_not_found')
    }
    const isEnding = ({ expires_at, refresh_token }: Kept['values']) =>
      refresh_token !== '' && expires_at !== '' && Date.parse(expires_at) - now < soon
    const kept = await read()
    if (!isEnding(kept.values)) return kept.values

    return renewing.run(id, async () => {
      // Another call may have renewed them since they were read.
      const { provider, values } = await read()
      if (!isEnding(values)) return values
      const connection = await connect(core, project.id, provider)
      if (connection === null) refuse('oauth_config_not_found')
      try {
        const renewed = {
          ...values,
          ...(await client.refresh({ provider: providers[provider], connection, values, now })),
        }
        await keepValues(db, sealer, project.id, id, renewed)
        return renewed
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // Another process may have renewed them a moment ago.
        const current = await read()
        if (current.values.access_token !== values.access_token) return current.values
        return refuse(error.type)
      }
    })
  }
}

/** Time for a page to start linking after it requested it, in ms. */
const attachLifetime = 5 * 60_000

/**
 * Calls of pages: `authenticate` with the token that came back, `attach` before a signed-in user links an account, and the
 * tokens of a linked account.
 */
export const createOAuthCalls = (core: Core, client: ProviderClient): readonly Route[] => {
  const { db, guard, sealer, users } = core
  const valuesOf = createFreshValues(core, client)
  return [
    answer(endpoints.oauth.authenticate, async call => {
      const { project, session, body, request } = call
      await guard.address('tryPerAddress', request)
      const secret = await lookAtToken(db, project.id, ['oauth_token'], body.token, request.now)
      if (secret === null) refuse('oauth_token_not_found')
      // A wrong verifier does not spend the token: the page that began the sign-in may still come.
      checkVerifier(secret.codeChallenge, body.code_verifier)
      const content = await openParcel(db, sealer, project.id, secret.subject)
      if (content === null) refuse('oauth_token_not_found')
      const arrival = arrivalSchema.parse(content)
      // Links an account only in the session that requested it.
      if (arrival.attach !== null && session?.id !== arrival.attach.sessionId) refuse('user_unauthenticated')

      let id = ''
      const { whose, settle } = createSettlement(core, project, arrival, request.now)
      const signedIn = await core.signIn(call, {
        whose,
        durationMinutes: body.session_duration_minutes,
        prove: async held => {
          // The session may have ended since the call came.
          if (arrival.attach !== null) requireSession(held)
          if (!(await spend(held.tx, project.id, secret.hash, request.now))) refuse('oauth_token_not_found')
          await removeParcel(held.tx, project.id, secret.subject)
          const settled = await settle(held)
          id = settled.id
          return factorOf(arrival, settled)
        },
      })
      const { email: _, ...values } = arrival.values
      return {
        ...signedIn,
        provider_type: providers[arrival.account.provider].title,
        provider_subject: arrival.account.subject,
        profile_picture_url: arrival.pictureUrl,
        locale: arrival.locale,
        oauth_user_registration_id: id,
        provider_values: values,
      }
    }),

    answer(endpoints.oauth.attach, async call => {
      const { project, request } = call
      const { provider } = call.body
      await guard.address('tryPerAddress', request)
      if ((await connect(core, project.id, provider)) === null) refuse('oauth_config_not_found')
      const token = await holdSession(db, call, async ({ tx, session, userId }) => {
        const user = await users.read(tx, project.id, userId, request.now)
        if (user === null) refuse('session_not_found')
        const asked = { project, session, user, now: request.now }
        // Without a recent factor, a linked account can re-authenticate a user, but a new one cannot be linked.
        const isLinked = user.providers.some(({ provider_type }) => provider_type === providers[provider].title)
        const mayLink = !(isLinked && stepUpOf(asked) === 'stale')
        if (mayLink) requireRecentFactor(asked)
        const secret = {
          projectId: project.id,
          kind: 'oauth_attach',
          subject: provider,
          userId,
          payload: { sessionId: session.id, mayLink },
          expiresAt: request.now + attachLifetime,
        } as const
        return issueToken(tx, secret, request.now)
      })
      return { oauth_attach_token: token }
    }),

    answer(endpoints.oauth.providerValues, async ({ project, session, body, request }) => {
      await guard.address('tryPerAddress', request)
      const { email: _, ...values } = await valuesOf(
        project,
        session.userId,
        body.oauth_user_registration_id,
        request.now,
      )
      // Never returns the refresh token, because it outlives the session.
      return { provider_values: { ...values, refresh_token: '' } }
    }),
  ]
}
