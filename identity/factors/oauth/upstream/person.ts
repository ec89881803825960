/** A user with an account at a provider. */
export type Person = {
  /** The provider's id of the account, in the form that the provider gives to ids. */
  subject: string
  name: string
  /** Null: the account has no address, or does not show it. */
  email: string | null
  /** True if the provider reports the address as verified, where it reports that. */
  isVerified: boolean
  /** Microsoft's tenant, Slack's workspace or Salesforce's organization. Each provider has a usual one. */
  tenant?: string
  /** The domain that an account of Google Workspace belongs to. */
  hostedDomain?: string
  picture?: string
  locale?: string
}
