import { fetchWithProof } from '../../../accounts/proofs/browser/index.ts'
import type { KeptClaim } from '../kept-claim.ts'

/** A claim that has found no answer by then has failed, in ms. */
const longestWait = 15_000

/** `POST /{doi}/audit/` (SPEC §7). Never throws. @returns null when it is claimed, else the alert (SPEC §8) */
export const sendClaim = async (
  action: string,
  { doi, sha256, name, email, plan, link, showName }: KeptClaim & { doi: string; sha256: string },
): Promise<string | null> => {
  try {
    const answer = await fetchWithProof(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        doi,
        sha256,
        status: 'pending',
        auditorName: name,
        auditorEmail: email,
        auditReport: plan,
        reproducibilityPackage: link.trim() === '' ? null : link.trim(),
        showName,
      }),
      signal: AbortSignal.timeout(longestWait),
    })
    if (answer.ok) return null
    const { error } = (await answer.json()) as { error?: string }
    return `Error: ${error ?? answer.statusText}`
  } catch {
    return 'An error occurred while submitting your claim. Please try again.'
  }
}
