import { createHeadlessClient, type HeadlessClient } from '@corroborate/widget/client'
import { pageSettings } from '../../../kit/browser/index.ts'

let client: HeadlessClient | null = null

/** The page's one client of the identity provider. */
export const signInClient = (): HeadlessClient => {
  const { publicToken, identity } = pageSettings()
  client ??= createHeadlessClient(publicToken, { baseUrl: identity, pkceForOAuth: true })
  return client
}
