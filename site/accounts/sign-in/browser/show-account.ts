import { mountAccount } from '@corroborate/widget'
import { pageSettings } from '../../../kit/browser/index.ts'
import { paths } from '../../../kit/doi/index.ts'
import { confirmSession, followSession, signInClient } from './confirm-session.ts'
import { leaveSession } from './leave-session.ts'
import { noteLeaving } from './left-account.ts'
import { storedWay } from './stored-session.ts'
import { authenticateUrl, isWorthLogging, offersGoogle, widgetConfig, widgetLook } from './widget-config.ts'

const deletionStays =
  'Your votes and your published notes and reports stay, without your name. Drafts, pending submissions and your watch list are deleted. The site’s operators keep a log of account activity for 400 days.'

/**
 * Mounts the widget's account page into an element. Rejects if the provider is unavailable or does not know the session.
 * @returns a function that unmounts it
 */
export const showAccount = async (element: HTMLElement): Promise<() => void> => {
  const client = signInClient()
  await confirmSession(client)
  const forget = followSession(client)

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
      onEvent: event => {
        noteLeaving(event)
        if (event.type === 'ACCOUNT_DELETED') void leaveSession()
        if (event.type === 'LOGOUT_FLOW_COMPLETE') void leaveSession().then(() => location.assign('/'))
      },
      onError: error => {
        // biome-ignore lint/suspicious/noConsole: the widget tells the person; this is for the people who run the site.
        if (isWorthLogging(error)) console.warn('Account:', error)
      },
    },
  })
  return () => {
    forget()
    mounted.unmount()
  }
}
