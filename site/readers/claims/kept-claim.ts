/** What is typed into the claim form, kept in this tab while its writer logs in. */
export type KeptClaim = { name: string; email: string; plan: string; link: string; showName: boolean }

const keyOf = (doi: string): string => `claim:${doi}`

export const keepClaim = (doi: string, typed: KeptClaim | null): void => {
  try {
    if (typed === null) sessionStorage.removeItem(keyOf(doi))
    else sessionStorage.setItem(keyOf(doi), JSON.stringify(typed))
  } catch {
    // The reader forbids it.
  }
}

/** What is typed into the claim form, as its fields hold it. */
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
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(doi)) ?? 'null') as Partial<KeptClaim> | null
    if (typeof kept !== 'object' || kept === null) return null
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    const { name, email, plan, link, showName } = kept
    return { name: text(name), email: text(email), plan: text(plan), link: text(link), showName: showName === true }
  } catch {
    return null
  }
}
