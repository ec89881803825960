import { mountAccount } from '@corroborate/widget'
import { pageSettings } from '../../browser/index.ts'
import { paths } from '../../doi/index.ts'
import { handOver } from './hand-over.ts'
import { type Errand, noteErrand } from './left-account.ts'
import { showSignedIn } from './login-link.ts'
import { isWorthLogging } from './login-trouble.ts'
import { signInClient } from './sign-in-client.ts'
import { forgetSession, storedToken, storedWay, storeReturn, storeSession } from './stored-session.ts'
import { authenticateUrl, offersGoogle, widgetConfig } from './widget-config.ts'
import { widgetLook } from './widget-look.ts'

const deletionStays =
  'Your votes, and notes and reports that others can see, stay without your name. Drafts, what waits for a moderator, and what you watch go too. A log of what was done to the account stays with whoever runs this site.'

/**
 * Puts the widget's account page into an element. The session may have begun without the widget, by a mailed link: its client
 * is told of it first. Rejects when the provider does not know the session, or is away.
 * @returns what takes it off again
 */
export const showAccount = async (element: HTMLElement): Promise<() => void> => {
  const client = signInClient()
  const token = storedToken()
  if (token !== null && client.session.getTokens()?.session_token !== token) {
    client.session.updateSession({ session_token: token })
  }
  await client.session.authenticate()

  // Whoever proves anew who they are goes on under another token, and the one before is dead: the site needs the new one.
  const follow = (): void => {
    const found = client.session.getTokens()?.session_token
    const userId = client.user.getSync()?.user_id
    if (found === undefined || userId === undefined || found === storedToken()) return
    storeSession({ token: found, userId })
    void handOver(found)
  }
  const forget = client.onStateChange(follow)

  const url = authenticateUrl(location, pageSettings().origin)
  const google = offersGoogle(await client.bootstrap(), globalThis, url)
  const mounted = mountAccount({
    element,
    client,
    ...widgetLook(),
    config: {
      ...widgetConfig(storedWay(), url, { google }),
      accountOptions: { downloadURL: paths.accountExport },
    },
    strings: { language: 'en', account: { deletionStays } },
    callbacks: {
      onEvent: ({ type, data }) => {
        if (type === 'ACCOUNT_DELETED') void leave()
        if (type !== 'OAUTH_LINK_START') return
        noteErrand((data as { purpose: Errand }).purpose)
        storeReturn(location.href)
      },
      onError: error => {
        // biome-ignore lint/suspicious/noConsole: the widget tells the person; this is for whoever looks after the site.
        if (isWorthLogging(error)) console.warn('Account:', error)
      },
    },
  })
  return () => {
    forget()
    mounted.unmount()
  }
}

/** The account is gone: the browser forgets the session, and the site its cookie. The page goes on saying that it is done. */
const leave = async (): Promise<void> => {
  forgetSession()
  showSignedIn(false)
  await fetch(paths.logout, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }).catch(() => undefined)
}
