import { siteStorageKeys } from '@corroborate/wire/storage'
import { attempt, pageReader } from '../../../kit/browser/index.ts'
import { showSignedIn } from './login-link.ts'

/**
 * The site has refused a call of this page, whose session has ended: the header says so, and who wanted something is asked to log in
 * (`login`: the nonce of that login), which leads back to this page. Where somebody else has logged in meanwhile, the page is loaded
 * again, for them.
 */
export const endSession = async ({ login }: { login: string | null }): Promise<void> => {
  const reader = pageReader()
  const other = attempt(() => localStorage.getItem(siteStorageKeys.userId))
  if (reader !== null && other !== null && other !== reader) return location.reload()
  showSignedIn(false)
  try {
    const signingIn = await import('./signing-in.ts')
    await signingIn.endSession({ login })
  } catch {
    // It could not be loaded: the page of its own does.
    const redirect_url = location.pathname + location.search
    if (login !== null) location.assign(`/login?${new URLSearchParams({ redirect_url })}`)
  }
}
