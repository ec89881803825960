import type { ErrorType } from '@corroborate/wire/errors'
import { chooseRedirect, lifetimeOf, type ProjectConfig } from '../../projects/index.ts'

type Wishes = {
  login_magic_link_url?: string | undefined
  signup_magic_link_url?: string | undefined
  login_expiration_minutes?: number | undefined
  signup_expiration_minutes?: number | undefined
  code_challenge?: string | undefined
}

/** Redirect URL of a link, and its lifetime in minutes. */
export type Landing = { url: string; minutes: number }

export type ReadWishes =
  | { kind: 'granted'; login: Landing; signup: Landing }
  | { kind: 'refused'; errorType: ErrorType; message?: string }

/**
 * Validates the requested redirect URLs and lifetimes. Both redirects are validated before the address is looked up, so that errors reveal
 * nothing about accounts. A project that has URLs of only one kind uses them for both. Pure.
 */
export const readWishes = (
  project: Pick<ProjectConfig, 'redirectUrls' | 'expirations' | 'pkce'>,
  wishes: Wishes,
): ReadWishes => {
  if (project.pkce.magicLinks && wishes.code_challenge === undefined) {
    return {
      kind: 'refused',
      errorType: 'invalid_pkce_code_challenge',
      message: 'This project requires a pkce code challenge.',
    }
  }
  const login = chooseRedirect(project, 'login', wishes.login_magic_link_url)
  const signup = chooseRedirect(project, 'signup', wishes.signup_magic_link_url)
  if (login.kind === 'not-allowed' || signup.kind === 'not-allowed') {
    return { kind: 'refused', errorType: 'no_match_for_provided_magic_link_url' }
  }
  const loginUrl = login.kind === 'url' ? login.url : signup.kind === 'url' ? signup.url : null
  if (loginUrl === null) return { kind: 'refused', errorType: 'no_login_redirect_urls_set' }
  const { magicLink } = project.expirations
  return {
    kind: 'granted',
    login: { url: loginUrl, minutes: lifetimeOf(magicLink, wishes.login_expiration_minutes) },
    signup: {
      url: signup.kind === 'url' ? signup.url : loginUrl,
      minutes: lifetimeOf(magicLink, wishes.signup_expiration_minutes),
    },
  }
}
