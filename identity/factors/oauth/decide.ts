import type { EmailClass } from './providers/index.ts'

/** What is known of somebody who came from a provider, before anything is looked up. */
export type Coming = {
  /** The user whose signed-in browser asked to link the account. */
  attachTo: string | null
  /** Whether they may link an account, or only prove who they are with one that is linked. */
  mayLink: boolean
  /** The class of the address that the provider gave; null when it gave none. */
  emailClass: EmailClass | null
  /** `strict_linking`: an address of class B counts only after a mailed code. */
  isStrict: boolean
  /** Whether the mailed code was entered. */
  isConfirmed: boolean
}

/** What the database says. */
export type Standing = {
  /** The user that the provider's account is linked to. */
  owner: string | null
  /** The user who has the address. */
  address: { userId: string; verified: boolean } | null
}

export type Decision =
  /** The account is linked. The link decides, not the address. */
  | { kind: 'known'; userId: string }
  /** The account is linked to another user, or it is not linked and may not be linked in this session. */
  | { kind: 'taken' }
  /** The account is linked to the user who has proved the address, or who asked for the link. */
  | { kind: 'link'; userId: string }
  /** The address was never proved here. The user gets the link, and what a stranger may have set is removed. */
  | { kind: 'first-proof'; userId: string }
  /** A new user. An address that proves nothing is not added to the user. */
  | { kind: 'new'; withEmail: boolean }
  /** A code is mailed first, to prove the address. */
  | { kind: 'confirm' }

/** Whether the address proves that its mailbox belongs to the person who came. Pure. */
export const provesEmail = ({ emailClass, isStrict, isConfirmed }: Omit<Coming, 'attachTo' | 'mayLink'>): boolean =>
  emailClass === 'A' || (emailClass === 'B' && (!isStrict || isConfirmed))

/** Decides which user an arrival belongs to. An address links it to a user only if both sides have proved the address. Pure. */
export const decide = (coming: Coming, { owner, address }: Standing): Decision => {
  const { attachTo, mayLink, emailClass } = coming
  if (attachTo !== null) {
    if (owner === null) return mayLink ? { kind: 'link', userId: attachTo } : { kind: 'taken' }
    return owner === attachTo ? { kind: 'known', userId: owner } : { kind: 'taken' }
  }
  if (owner !== null) return { kind: 'known', userId: owner }
  if (emailClass === null || emailClass === 'C') return { kind: 'new', withEmail: false }
  if (!provesEmail(coming)) return { kind: 'confirm' }
  if (address === null) return { kind: 'new', withEmail: true }
  return { kind: address.verified ? 'link' : 'first-proof', userId: address.userId }
}
