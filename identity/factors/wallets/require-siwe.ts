import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { SiweParams } from './challenge-text.ts'

/**
 * Validates the SIWE parameters and returns the page's origin. The URI must be on the requesting page, and the dates must leave time to
 * sign. Pure.
 * @throws Refusal `invalid_siwe_…`; `bad_domain_for_stytch_sdk` if the page is not one of the project's
 */
export const requireSiwe = (
  { allowedOrigins }: Pick<Project, 'allowedOrigins'>,
  { origin: asking }: Pick<RequestFacts, 'origin'>,
  { uri, issued_at, not_before }: SiweParams,
  expiresAt: number,
): string => {
  const { origin, username, password } = new URL(uri)
  // Only browsers send an origin. For other applications the URI only has to be on a page of the project.
  if ((asking ?? origin) !== origin || username !== '' || password !== '') refuse('invalid_siwe_uri')
  if (!allowedOrigins.includes(origin)) refuse('bad_domain_for_stytch_sdk')
  if (issued_at !== undefined && Date.parse(issued_at) > expiresAt) refuse('invalid_siwe_issued_at')
  if (not_before !== undefined && Date.parse(not_before) >= expiresAt) refuse('invalid_siwe_not_before')
  return origin
}
