import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ReportContent } from './report.ts'

/**
 * The canonical form of a report (JCS, RFC 8785): the same content is the same text, no matter who writes it down; and its SHA-256, 64
 * hexadecimal digits. Who reports, and when, is no part of it: a name can be taken off, and the fingerprint stays true.
 */
export const canonicalForm = (content: ReportContent): { text: string; sha256: string } => {
  const text = canonicalize(content)
  if (text === undefined) throw new TypeError('A report has a canonical form.')
  return { text, sha256: hash('sha256', text) }
}
