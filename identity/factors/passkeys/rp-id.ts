import { getDomain, parse } from 'tldts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'

/**
 * True if a project's passkeys may belong to a domain (WebAuthn §5.1.2). It must be the host of an allowed origin, or a registrable parent
 * of it. Public suffixes such as `co.uk` and IP addresses are not allowed. Pure.
 */
export const isRpIdOf = (allowedOrigins: readonly string[], domain: string): boolean => {
  // These hosts have the spelling of browsers, without ports. A domain with another spelling is not one of them.
  return allowedOrigins
    .map(origin => new URL(origin).hostname)
    .filter(host => parse(host).isIp === false)
    .some(host => host === domain || (host.endsWith(`.${domain}`) && getDomain(domain, suffixes) !== null))
}

/** Domains under which others can register count as public suffixes, as browsers see it: `github.io` is one too. */
const suffixes = { allowPrivateDomains: true }

/** @throws Refusal `bad_domain_for_stytch_sdk` */
export const requireRpId = ({ allowedOrigins }: Pick<Project, 'allowedOrigins'>, domain: string): void => {
  if (isRpIdOf(allowedOrigins, domain)) return
  refuse('bad_domain_for_stytch_sdk', {
    message: 'Passkeys can belong to the domain of a page that the project allows, or to a parent of that domain.',
  })
}
