import { callSite } from '../../../accounts/calls/browser/index.ts'
import type { KeptClaim } from './kept-claim.ts'

/** A claim that has found no answer by then has failed, in ms. */
const longestWait = 15_000

/** The result of a claim: `problem` is the alert (SPEC §8). */
export type SentClaim = { kind: 'claimed' } | { kind: 'signed-out' } | { kind: 'failed'; problem: string }

/** `POST /{doi}/audit/` (SPEC §7). Never throws. */
export const sendClaim = async (
  action: string,
  { doi, sha256, name, email, plan, link, showName }: KeptClaim & { doi: string; sha256: string },
): Promise<SentClaim> => {
  const answer = await callSite(action, {
    body: {
      doi,
      sha256,
      status: 'pending',
      auditorName: name,
      auditorEmail: email,
      auditReport: plan,
      reproducibilityPackage: link.trim() === '' ? null : link.trim(),
      showName,
    },
    longestWait,
    wish: { kind: 'claim', about: doi },
  })
  switch (answer.kind) {
    case 'done':
      return { kind: 'claimed' }
    case 'signed-out':
      return answer
    case 'refused':
      return { kind: 'failed', problem: `Error: ${answer.sentence ?? 'the request was rejected'}` }
    case 'unreachable':
      return { kind: 'failed', problem: 'An error occurred while submitting your claim. Please try again.' }
  }
}
