import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Row } from '../row.ts'
import { openidRows } from './openid.ts'
import { plainRows } from './plain.ts'
import { workplaceRows } from './workplaces.ts'

/**
 * Behavior of all social providers. Written from their documentation, independently of the client's own table: an error in a shared table
 * would go undetected.
 */
export const rows: Readonly<Record<OAuthProvider, Row>> = { ...openidRows, ...workplaceRows, ...plainRows }
