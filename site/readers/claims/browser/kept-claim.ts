import { keep, readKept } from '../../../kit/browser/index.ts'

/** Draft of the claim form, stored in this browser until submitted. */
export type KeptClaim = { name: string; email: string; plan: string; link: string; showName: boolean }

const nameOf = (doi: string): string => `claim:${doi}`

export const keepClaim = (doi: string, typed: KeptClaim | null): void => keep(nameOf(doi), typed)

export const readClaimForm = (form: FormData): KeptClaim => {
  const text = (field: string): string => String(form.get(field) ?? '')
  return {
    name: text('auditorName'),
    email: text('auditorEmail'),
    plan: text('auditReport'),
    link: text('reproducibilityPackage'),
    showName: form.has('showName'),
  }
}

export const readKeptClaim = (doi: string): KeptClaim | null => {
  const kept = readKept(nameOf(doi))
  if (kept === null) return null
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const { name, email, plan, link, showName } = kept
  return { name: text(name), email: text(email), plan: text(plan), link: text(link), showName: showName === true }
}
