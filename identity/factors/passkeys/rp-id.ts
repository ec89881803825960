import { getDomain, parse } from 'tldts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'

/**
 * Whether passkeys of a project may be bound to a domain (WebAuthn §5.1.2): it is the host of a page that the project allows,
 * or a parent of it that somebody can own. A public suffix such as `co.uk` is nobody's; an IP address is no domain. Pure.
 */
export const isRpIdOf = (allowedOrigins: readonly string[], domain: string): boolean => {
  // These hosts are spelled as browsers do, without ports: a domain that is spelled otherwise is none of them.
  return allowedOrigins
    .map(origin => new URL(origin).hostname)
    .filter(host => parse(host).isIp === false)
    .some(host => host === domain || (host.endsWith(`.${domain}`) && getDomain(domain, suffixes) !== null))
}

/** Suffixes under which others register, as browsers see it: `github.io` is one too. */
const suffixes = { allowPrivateDomains: true }

/** @throws Refusal `bad_domain_for_stytch_sdk` */
export const requireRpId = ({ allowedOrigins }: Pick<Project, 'allowedOrigins'>, domain: string): void => {
  if (isRpIdOf(allowedOrigins, domain)) return
  refuse('bad_domain_for_stytch_sdk', {
    message: 'Passkeys can be bound to the domain of a page that the project allows, or to a parent of it.',
  })
}
