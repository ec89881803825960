import { mountIdentityProvider } from '@corroborate/widget'
import { ApiError, NoSessionError } from '@corroborate/widget/client'
import { pageSettings } from '../../../kit/browser/index.ts'
import { confirmSession, followSession, ownToken, signInClient } from './confirm-session.ts'
import { leaveSession } from './leave-session.ts'
import { noteLeaving } from './left-account.ts'
import { storedWay } from './stored-session.ts'
import { authenticateUrl, isWorthLogging, offersGoogle, widgetConfig, widgetLook } from './widget-config.ts'

/** An application that requests sign-in. */
export type Asking = { name: string; place: string }

/**
 * Mounts the consent form into an element. If the user has to log in first, calls `onLogin` with the application, as reported by the
 * provider, and leaves the element empty. Rejects if the provider is unavailable.
 * @returns a function that unmounts it
 */
export const showConsent = async (element: HTMLElement, onLogin: (asking: Asking) => void): Promise<() => void> => {
  const client = signInClient()
  await renewSession()

  const forget = followSession(client)
  const url = authenticateUrl(location, pageSettings().origin)
  const google = offersGoogle(await client.bootstrap(), globalThis, url)
  const mounted = mountIdentityProvider({
    element,
    client,
    ...widgetLook(),
    // For a proof, where the application or the account wants one.
    config: { ...widgetConfig(storedWay(), url, { google }), products: [] },
    callbacks: {
      onEvent: event => {
        noteLeaving(event)
        if (event.type === 'OAUTH_AUTHORIZE_FLOW_LOGIN_REQUIRED') {
          close()
          onLogin(askingOf(event.data))
        }
        if (event.type === 'LOGOUT_FLOW_COMPLETE') void leaveSession()
      },
      onError: error => {
        // biome-ignore lint/suspicious/noConsole: the widget tells the person; this is for the people who run the site.
        if (isWorthLogging(error)) console.warn('Another application:', error)
      },
    },
  })
  const close = () => {
    forget()
    mounted.unmount()
  }
  return close
}

type LoginRequired = { client: { client_name: string; redirect_host: string } }

const askingOf = ({ client: { client_name: name, redirect_host: place } }: LoginRequired): Asking => ({ name, place })

/** Passes the current session to the widget and drops one that has ended. */
const renewSession = async (): Promise<void> => {
  const client = signInClient()
  const isUnknown = client.getStateSync().status === 'signed_out' && client.session.getTokens() === null
  if ((await ownToken()) === null && isUnknown) return
  try {
    await confirmSession(client)
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NoSessionError)) throw error
  }
}
