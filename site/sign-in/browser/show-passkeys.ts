import { type Mounted, mountPasskeyRegistration } from '@corroborate/widget'
import { sessionMinutes } from '../session-minutes.ts'
import { isTooLongAgo, isWorthLogging } from './login-trouble.ts'
import { signInClient } from './sign-in-client.ts'
import { storedToken } from './stored-session.ts'
import { widgetLook } from './widget-look.ts'

type Heard = {
  /** The names of the person's passkeys, now and whenever they change. */
  onNames: (names: string[]) => void
  onDone: () => void
  /** The provider makes passkeys only for who has signed in in the last minutes. */
  onStale: () => void
}

const start = { skip: 'See your passkeys', existing: 'Your passkeys' }

/**
 * Puts the widget's screens for passkeys into an element. The session may have begun without the widget, by a mailed link:
 * its client is told of it first. Rejects when the provider does not know the session, or is away.
 * @returns what takes them off again
 */
export const showPasskeys = async (element: HTMLElement, { onNames, onDone, onStale }: Heard): Promise<() => void> => {
  const client = signInClient()
  const token = storedToken()
  if (token !== null && client.session.getTokens()?.session_token !== token) {
    client.session.updateSession({ session_token: token })
  }
  await client.session.authenticate()
  const tell = (): void => onNames((client.user.getSync()?.webauthn_registrations ?? []).map(({ name }) => name))
  tell()
  const forget = client.user.onChange(tell)
  const mounted: Mounted = mountPasskeyRegistration({
    element,
    client,
    ...widgetLook(),
    config: { sessionOptions: { sessionDurationMinutes: sessionMinutes } },
    strings: { passkeys: start },
    callbacks: {
      onEvent: ({ type }) => {
        // The list that follows speaks of a passkey that was just made: of none, when somebody only looks.
        if (type === 'PASSKEY_SKIP') mounted.update({ strings: { passkeys: { ...start, created: 'Your passkeys' } } })
        if (type === 'PASSKEY_REGISTER') mounted.update({ strings: { passkeys: start } })
        if (type === 'PASSKEY_DONE') onDone()
      },
      onError: error => {
        if (isTooLongAgo(error)) onStale()
        // biome-ignore lint/suspicious/noConsole: the widget tells the person; this is for whoever looks after the site.
        else if (isWorthLogging(error)) console.warn('Passkeys:', error)
      },
    },
  })
  return () => {
    forget()
    mounted.unmount()
  }
}
