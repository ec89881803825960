import { type ErrorType, errorTypes } from '@corroborate/wire/errors'
import { refuse } from '../../platform/refusal/refusal.ts'
import { chooseRedirect, type Project } from '../../projects/index.ts'

/**
 * Returns the page where a sign-in ends, for login or signup. It must exactly match a page of the project, both at the start and at the end
 * of a sign-in. @throws Refusal
 */
export const requireRedirect = (project: Project, kind: 'login' | 'signup', wish: string | undefined): string => {
  const chosen = chooseRedirect(project, kind, wish)
  if (chosen.kind === 'none-set') {
    refuse(kind === 'login' ? 'no_login_redirect_urls_set' : 'no_signup_redirect_urls_set')
  }
  if (chosen.kind === 'not-allowed') refuse('no_match_for_provided_oauth_url')
  return chosen.url
}

/** Adds the error to a page's URL: `error` is an error type of the contract. */
export const withError = (url: string, type: ErrorType): string => {
  const target = new URL(url)
  target.searchParams.set('error', type)
  target.searchParams.set('error_description', errorTypes[type].message)
  return target.href
}
