import type { EmailClass } from './providers/index.ts'

/** What is known of who came, before anything is looked up. */
export type Coming = {
  /** The user whose signed-in browser asked to link the account. */
  attachTo: string | null
  /** Whether they may link one, or only prove anew who they are by one that is linked. */
  mayLink: boolean
  /** The class of the address that came along; null where there is none. */
  emailClass: EmailClass | null
  /** `strict_linking`: an address of class B counts only after a mailed code. */
  isStrict: boolean
  /** Whether that code was entered. */
  isConfirmed: boolean
}

/** What the database says. */
export type Standing = {
  /** Whose account the provider's account is linked to. */
  owner: string | null
  /** Who has the address. */
  address: { userId: string; verified: boolean } | null
}

export type Decision =
  /** It is linked: the link decides, whatever the address says. */
  | { kind: 'known'; userId: string }
  /** It is linked to somebody else than who wants it, or to nobody where it had to be linked. */
  | { kind: 'taken' }
  /** It joins the account that has proved the address, or that asked for it. */
  | { kind: 'link'; userId: string }
  /** The address was never proved here: whoever put it there loses what they left. */
  | { kind: 'first-proof'; userId: string }
  /** Somebody new; an address that proves nothing stays outside of the account. */
  | { kind: 'new'; withEmail: boolean }
  /** A code is mailed first. */
  | { kind: 'confirm' }

/** Whether the address proves that its mailbox is the newcomer's. */
export const provesEmail = ({ emailClass, isStrict, isConfirmed }: Omit<Coming, 'attachTo' | 'mayLink'>): boolean =>
  emailClass === 'A' || (emailClass === 'B' && (!isStrict || isConfirmed))

/** Whose account it is: an address joins an account only when both sides have proved it. */
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
