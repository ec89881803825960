import { webauthn } from '@corroborate/wire/webauthn'
import { check, duration } from '../check.ts'
import type { Core } from '../core.ts'
import { browserKnowsPasskeys, signal } from '../passkey-browser.ts'
import { create, get, requireIdle } from '../passkey-ceremony.ts'
import type { Webauthn } from '../types.ts'

/** Passkeys, and security keys as a second factor of the signed-in user. */
export const createWebauthn = ({ send, signIn, store, environment }: Core): Webauthn => {
  const domainOf = (options: { domain?: string | undefined }): string => options.domain ?? environment.hostname

  const browserSupportsAutofill = async () =>
    (await browserKnowsPasskeys()?.isConditionalMediationAvailable?.()) ?? false

  return {
    register: async (options = {}) => {
      check('webauthn.register', options, {
        domain: 'string?',
        authenticator_type: 'string?',
        is_passkey: 'boolean?',
        session_duration_minutes: 'number?',
        override_id: 'string?',
        override_name: 'string?',
        override_display_name: 'string?',
      })
      const { is_passkey, session_duration_minutes, ...rest } = options
      const { public_key_credential_creation_options } = await send(webauthn.registerStart, {
        body: {
          ...rest,
          domain: domainOf(options),
          return_passkey_credential_options: is_passkey,
          user_agent: navigator.userAgent,
        },
      })
      const public_key_credential = await create(public_key_credential_creation_options)
      return signIn(webauthn.register, { body: { public_key_credential, session_duration_minutes } })
    },

    authenticate: async options => {
      check('webauthn.authenticate', options, {
        domain: 'string?',
        is_passkey: 'boolean?',
        conditional_mediation: 'boolean?',
        signal: 'object?',
        ...duration,
      })
      const { conditional_mediation: isAutofill = false, session_duration_minutes } = options
      if (isAutofill) {
        if (!((await browserSupportsAutofill()) && hasField(document))) return null
        requireIdle()
      }
      const start = store.hasSession() ? webauthn.authenticateStartSecondary : webauthn.authenticateStartPrimary
      const { public_key_credential_request_options: request } = await send(start, {
        body: { domain: domainOf(options), return_passkey_credential_options: options.is_passkey },
      })
      const { text, id } = await get(request, { isAutofill, signal: options.signal })
      try {
        const body = { public_key_credential: text, session_duration_minutes }
        return await signIn(webauthn.authenticate, { body })
      } catch (error) {
        // The browser then offers it no more: it was deleted from the account, not from where it is kept.
        if ((error as { error_type?: unknown }).error_type === 'webauthn_registration_not_found') {
          await signal('UnknownCredential', { rpId: domainOf(options), credentialId: id })
        }
        throw error
      }
    },

    update: async ({ webauthn_registration_id, name }) => {
      check('webauthn.update', { webauthn_registration_id, name }, { webauthn_registration_id: 'id', name: 'string' })
      const before = store.version()
      const answer = await send(webauthn.update, { params: { id: webauthn_registration_id }, body: { name } })
      store.catchUp()
      const { user } = store.held()
      if (user !== null && store.version() === before) {
        const renamed = answer.webauthn_registration
        store.setUser({
          ...user,
          webauthn_registrations: user.webauthn_registrations.map(known =>
            known.webauthn_registration_id === renamed.webauthn_registration_id ? renamed : known,
          ),
        })
      }
      return answer
    },

    signal: async (options = {}) => {
      const rpId = domainOf(options)
      const { signals } = await send(webauthn.signals, { body: { domain: rpId } })
      for (const { user_handle: userId, name, display_name: displayName, credential_ids } of signals) {
        await signal('AllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds: credential_ids })
        await signal('CurrentUserDetails', { rpId, userId, name, displayName })
      }
    },

    browserSupportsAutofill,
  }
}

/** True if there is a field for passkey autofill, including in shadow trees. */
const hasField = (root: Document | ShadowRoot): boolean =>
  root.querySelector('input[autocomplete~="webauthn"]') !== null ||
  Array.from(root.querySelectorAll('*')).some(({ shadowRoot }) => shadowRoot !== null && hasField(shadowRoot))
