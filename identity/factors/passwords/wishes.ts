import type { ErrorType } from '@corroborate/wire/errors'
import { chooseRedirect, lifetimeOf, type ProjectConfig } from '../../projects/index.ts'

type Wishes = {
  login_redirect_url?: string | undefined
  reset_password_redirect_url?: string | undefined
  reset_password_expiration_minutes?: number | undefined
  code_challenge?: string | undefined
}

export type ReadWishes =
  /** `loginUrl` is null if the project has no page for it. The mail then has one link. */
  | { kind: 'granted'; resetUrl: string; loginUrl: string | null; minutes: number }
  | { kind: 'refused'; errorType: ErrorType; message?: string }

/** Validates the redirect URLs and the lifetime of a reset mail's links, before the address is looked up. Pure. */
export const readWishes = (
  project: Pick<ProjectConfig, 'redirectUrls' | 'expirations' | 'pkce'>,
  wishes: Wishes,
): ReadWishes => {
  if (project.pkce.passwordResets && wishes.code_challenge === undefined) {
    return {
      kind: 'refused',
      errorType: 'invalid_pkce_code_challenge',
      message: 'This project requires a pkce code challenge.',
    }
  }
  const reset = chooseRedirect(project, 'reset_password', wishes.reset_password_redirect_url)
  if (reset.kind === 'not-allowed') return { kind: 'refused', errorType: 'invalid_password_reset_redirect_url' }
  if (reset.kind === 'none-set') return { kind: 'refused', errorType: 'no_password_reset_redirect_url' }
  const login = chooseRedirect(project, 'login', wishes.login_redirect_url)
  if (login.kind === 'not-allowed') return { kind: 'refused', errorType: 'no_match_for_provided_magic_link_url' }
  return {
    kind: 'granted',
    resetUrl: reset.url,
    loginUrl: login.kind === 'url' ? login.url : null,
    minutes: lifetimeOf(project.expirations.passwordReset, wishes.reset_password_expiration_minutes),
  }
}
