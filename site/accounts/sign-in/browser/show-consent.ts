import { mountIdentityProvider } from '@corroborate/widget'
import { ApiError, NoSessionError } from '@corroborate/widget/client'
import { pageSettings } from '../../../kit/browser/index.ts'
import { confirmSession, followSession } from './confirm-session.ts'
import { leaveSession } from './leave-session.ts'
import { noteLeaving } from './left-account.ts'
import { isWorthLogging } from './login-trouble.ts'
import { signInClient } from './sign-in-client.ts'
import { storedToken, storedWay } from './stored-session.ts'
import { authenticateUrl, offersGoogle, widgetConfig } from './widget-config.ts'
import { widgetLook } from './widget-look.ts'

/**
 * Puts what another application asks into an element. Null when somebody has to log in first: for a log-out nobody has to, and
 * where the application wants nobody to be asked it is told that nobody is there. Rejects when the provider is away.
 * @returns what takes it off again
 */
export const showConsent = async (element: HTMLElement): Promise<(() => void) | null> => {
  const client = signInClient()
  const query = new URLSearchParams(location.search)
  const isSilent = query.get('prompt')?.split(' ').includes('none') ?? false
  if (!(await isSignedIn()) && !query.has('post_logout_redirect_uri') && !isSilent) return null

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
        if (event.type === 'LOGOUT_FLOW_COMPLETE') void leaveSession()
      },
      onError: error => {
        // biome-ignore lint/suspicious/noConsole: the widget tells the person; this is for whoever looks after the site.
        if (isWorthLogging(error)) console.warn('Another application:', error)
      },
    },
  })
  return () => {
    forget()
    mounted.unmount()
  }
}

const isSignedIn = async (): Promise<boolean> => {
  const client = signInClient()
  if (storedToken() === null && client.session.getTokens() === null) return false
  try {
    await confirmSession(client)
    return true
  } catch (error) {
    if (error instanceof ApiError || error instanceof NoSessionError) return false
    throw error
  }
}
