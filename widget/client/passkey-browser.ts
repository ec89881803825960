type Signals = {
  UnknownCredential: { rpId: string; credentialId: string }
  AllAcceptedCredentials: { rpId: string; userId: string; allAcceptedCredentialIds: string[] }
  CurrentUserDetails: { rpId: string; userId: string; name: string; displayName: string }
}

/** What browsers offer for passkeys. Not every browser has every part. */
type Known = {
  isConditionalMediationAvailable?: () => Promise<boolean>
} & { [Name in keyof Signals as `signal${Name}`]?: (options: Signals[Name]) => Promise<void> }

/** Undefined where there are no passkeys: in old browsers, and on pages that were not loaded over https. */
export const browserKnowsPasskeys = (): Known | undefined => {
  const { PublicKeyCredential: known } = globalThis as { PublicKeyCredential?: Known }
  return known
}

/** Tells the keeper of the passkeys which of them are gone or renamed (WebAuthn §5.1.10). Never throws: nothing depends on it. */
export const signal = async <Name extends keyof Signals>(name: Name, options: Signals[Name]): Promise<void> => {
  try {
    const known = browserKnowsPasskeys() as Record<string, ((given: Signals[Name]) => Promise<void>) | undefined>
    await known[`signal${name}`]?.(options)
  } catch {
    // The browser may refuse.
  }
}
