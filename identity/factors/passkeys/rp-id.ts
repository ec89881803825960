import { getDomain, parse } from 'tldts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Project } from '../../projects/index.ts'

/**
 * Whether passkeys of a project may belong to a domain (WebAuthn §5.1.2). It has to be the host of a page that the project
 * allows, or a parent of that host which somebody can own. Nobody owns a public suffix such as `co.uk`, and an IP address is
 * not a domain. Pure.
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
