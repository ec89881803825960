import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ReportContent } from './report.ts'

/**
 * Returns the canonical form of a report (JCS, RFC 8785), which is the same for the same content whoever serializes it, and its SHA-256 as
 * 64 hex digits. Excludes reporter and date, so that removing a name keeps the fingerprint valid.
 */
export const canonicalForm = (content: ReportContent): { text: string; sha256: string } => {
  const text = canonicalize(content)
  if (text === undefined) throw new TypeError('A report has a canonical form.')
  return { text, sha256: hash('sha256', text) }
}
