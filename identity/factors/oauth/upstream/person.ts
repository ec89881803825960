/** Somebody with an account at a provider. */
export type Person = {
  /** The provider's id of the account, in the form that the provider gives to ids. */
  subject: string
  name: string
  /** Null: the account has no address, or does not show it. */
  email: string | null
  /** What the provider says of the address, where it says anything. */
  isVerified: boolean
  /** Microsoft's tenant, Slack's workspace, Salesforce's organization; each has one that stands for it here. */
  tenant?: string
  /** The domain that an account of Google Workspace belongs to. */
  hostedDomain?: string
  picture?: string
  locale?: string
}
