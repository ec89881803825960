import { forgetKept } from '../../../kit/browser/index.ts'
import { paths } from '../../../kit/doi/index.ts'
import { showSignedIn } from './login-link.ts'
import { deleteStoredSession } from './stored-session.ts'

/** The provider has ended the session: the browser forgets it, and the site its cookie, also when the page is left meanwhile. */
export const leaveSession = async (): Promise<void> => {
  deleteStoredSession()
  forgetKept()
  showSignedIn(false)
  const request = { method: 'POST', body: new URLSearchParams(), redirect: 'manual', keepalive: true } as const
  await fetch(paths.logout, request).catch(() => undefined)
}
