type Signals = {
  UnknownCredential: { rpId: string; credentialId: string }
  AllAcceptedCredentials: { rpId: string; userId: string; allAcceptedCredentialIds: string[] }
  CurrentUserDetails: { rpId: string; userId: string; name: string; displayName: string }
}

/** Browser APIs for passkeys, not all of which exist in every browser. */
type Known = {
  isConditionalMediationAvailable?: () => Promise<boolean>
} & { [Name in keyof Signals as `signal${Name}`]?: (options: Signals[Name]) => Promise<void> }

/** Undefined where there are no passkeys: in old browsers, and on pages that were not loaded over https. */
export const browserKnowsPasskeys = (): Known | undefined => {
  const { PublicKeyCredential: known } = globalThis as { PublicKeyCredential?: Known }
  return known
}

/** Informs the passkey manager of deleted or renamed passkeys (WebAuthn §5.1.10). Never throws, since it is optional. */
export const signal = async <Name extends keyof Signals>(name: Name, options: Signals[Name]): Promise<void> => {
  try {
    const known = browserKnowsPasskeys() as Record<string, ((given: Signals[Name]) => Promise<void>) | undefined>
    await known[`signal${name}`]?.(options)
  } catch {
    // The browser may refuse.
  }
}
