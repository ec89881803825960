import { callSite } from '../../../accounts/calls/browser/call-site.ts'
import { keep, readKept } from '../../../kit/browser/index.ts'

/** Draft of the claim form, stored in this browser until submitted. */
export type ClaimDraft = { name: string; email: string; plan: string; link: string; showName: boolean }

const nameOf = (doi: string): string => `claim:${doi}`

export const keepClaim = (doi: string, typed: ClaimDraft | null): void => keep(nameOf(doi), typed)

export const readClaimForm = (form: FormData): ClaimDraft => {
  const text = (field: string): string => String(form.get(field) ?? '')
  return {
    name: text('auditorName'),
    email: text('auditorEmail'),
    plan: text('auditReport'),
    link: text('reproducibilityPackage'),
    showName: form.has('showName'),
  }
}

export const readClaimDraft = (doi: string): ClaimDraft | null => {
  const kept = readKept(nameOf(doi))
  if (kept === null) return null
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const { name, email, plan, link, showName } = kept
  return { name: text(name), email: text(email), plan: text(plan), link: text(link), showName: showName === true }
}

/** A claim that has found no answer by then has failed, in ms. */
const longestWait = 15_000

/** The result of a claim: `problem` is the alert (SPEC §8). */
export type SentClaim = { kind: 'claimed' } | { kind: 'signed-out' } | { kind: 'failed'; problem: string }

/** `POST /{doi}/audit/` (SPEC §7). Never throws. */
export const sendClaim = async (
  action: string,
  { doi, sha256, name, email, plan, link, showName }: ClaimDraft & { doi: string; sha256: string },
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
