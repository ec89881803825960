import type { EmailClass } from './providers/index.ts'

/** A returning user's data, before any lookup. */
export type Coming = {
  /** The signed-in user who requested linking. */
  attachTo: string | null
  /** True if they may link an account; false if a linked account may only re-authenticate them. */
  mayLink: boolean
  /** The class of the address that the provider gave; null when it gave none. */
  emailClass: EmailClass | null
  /** `strict_linking`: a class B address counts only after an emailed OTP. */
  isStrict: boolean
  /** True if the emailed OTP was entered. */
  isConfirmed: boolean
}

/** Database state of a returning user. */
export type Standing = {
  /** The user that the provider's account is linked to. */
  owner: string | null
  /** The user with this address. */
  address: { userId: string; verified: boolean } | null
}

export type Decision =
  /** The account is linked. The link decides, not the address. */
  | { kind: 'known'; userId: string }
  /** The account is linked to another user, or it is not linked and may not be linked in this session. */
  | { kind: 'taken' }
  /** Links the account to the user who verified the address, or who requested the link. */
  | { kind: 'link'; userId: string }
  /** The address was never verified here. The user gets the link, and data that an attacker may have set is removed. */
  | { kind: 'first-proof'; userId: string }
  /** A new user. An address that proves nothing is not added to the user. */
  | { kind: 'new'; withEmail: boolean }
  /** Requires an emailed OTP to verify the address first. */
  | { kind: 'confirm' }

/** True if the address proves that the returning user owns its mailbox. Pure. */
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
