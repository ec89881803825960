import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Authorizing, authorizing, noteAsked } from './client-metadata.ts'
import { errors, interactionPolicy } from './library.ts'

const { Check, Prompt, base } = interactionPolicy

/** Returns the current authorization run. There always is one: `handler.ts` lets no external authorization in. */
const current = (): Authorizing => {
  const running = authorizing.getStore()
  if (running === undefined) throw new errors.AccessDenied('authorizations begin at the consent page')
  return running
}

const asksFor = ({ oidc }: KoaContextWithOIDC, prompt: string): boolean => oidc.prompts.has(prompt)

/** True if the signed-in user differs from the subject of the `id_token_hint` or of `claims` (OpenID Connect Core, section 5.5.1). */
const isAnother = ({ oidc }: KoaContextWithOIDC): boolean => {
  const signedIn = oidc.session?.accountId
  const hinted = oidc.entities.IdTokenHint?.payload.sub
  const { value: wanted } = Object(oidc.claims.id_token?.sub)
  return signedIn !== undefined && [hinted, wanted].some(sub => sub !== undefined && sub !== signedIn)
}

/** True if the session's authentication methods include none that the application requires (section 5.5.1.1). */
const isTooWeak = ({ oidc }: KoaContextWithOIDC): boolean => {
  const { essential, value, values = value === undefined ? [] : [value] } = Object(oidc.claims.id_token?.acr)
  return (
    oidc.session?.accountId !== undefined &&
    essential === true &&
    Array.isArray(values) &&
    values.length > 0 &&
    !values.includes(oidc.acr)
  )
}

const missing = (): never => {
  throw new TypeError('The base policy has changed.')
}

/**
 * Interaction policy: when user action is required. Checks of requests against grants are `oidc-provider`'s own. Interaction checks are
 * ours, since users who are shown a request are already signed in and decide in the next call.
 */
export const createPolicy = () => {
  const prompts = base()
  const login = prompts.get('login') ?? missing()
  const consent = prompts.get('consent') ?? missing()

  login.checks.add(
    new Check('read', 'the request was verified', 'interaction_required', ctx => {
      if (authorizing.getStore()?.decision !== 'read') return Check.NO_NEED_TO_PROMPT
      noteAsked(ctx, { prompt: 'read' })
      throw new errors.InteractionRequired('the request was only verified')
    }),
    0,
  )
  login.checks.remove('login_prompt')
  login.checks.add(
    new Check('login_prompt', 'the person has to log in for this request', 'login_required', ctx =>
      asksFor(ctx, 'login') ? !current().isFresh(0) : Check.NO_NEED_TO_PROMPT,
    ),
  )
  login.checks.remove('max_age')
  login.checks.add(
    new Check('max_age', 'the last log-in was too long ago', 'login_required', ({ oidc }) => {
      const maxAge = oidc.params?.max_age
      return maxAge === undefined || maxAge === null ? Check.NO_NEED_TO_PROMPT : !current().isFresh(Number(maxAge))
    }),
  )

  login.checks.remove('id_token_hint')
  login.checks.remove('claims_id_token_sub_value')
  login.checks.add(
    new Check('another_person', 'the application means somebody else', 'login_required', ctx => {
      if (isAnother(ctx)) throw new errors.LoginRequired('somebody else is signed in')
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  login.checks.remove('essential_acr')
  login.checks.remove('essential_acrs')
  login.checks.add(
    new Check('essential_acr', 'the proof is too weak', 'login_required', ctx => {
      if (isTooWeak(ctx)) throw new errors.UnmetAuthenticationRequirements('no stronger proof of this person is known')
      return Check.NO_NEED_TO_PROMPT
    }),
  )

  const isLooking = (): boolean => current().decision === 'look'
  consent.checks.remove('consent_prompt')
  consent.checks.add(
    new Check('consent_prompt', 'the person is to be asked again', 'consent_required', () =>
      isLooking() ? current().asksAgain : Check.NO_NEED_TO_PROMPT,
    ),
  )
  consent.checks.remove('native_client_prompt')
  consent.checks.remove('rar_prompt')
  consent.checks.add(
    new Check('denied', 'the person said no', 'access_denied', () => {
      if (current().decision === 'deny') throw new errors.AccessDenied('the person said no')
      return Check.NO_NEED_TO_PROMPT
    }),
    0,
  )
  // Evaluation only: no code is issued.
  prompts.add(
    new Prompt(
      { name: 'look' },
      new Check('look', 'the request was looked at', 'interaction_required', ctx => {
        if (!isLooking()) return Check.NO_NEED_TO_PROMPT
        if (!asksFor(ctx, 'none')) return Check.REQUEST_PROMPT
        // Signed in a request object or pushed, `prompt=none` cannot be left out for a look.
        noteAsked(ctx, { prompt: 'look' })
        throw new errors.InteractionRequired('the request was only looked at')
      }),
    ),
  )
  return prompts
}
