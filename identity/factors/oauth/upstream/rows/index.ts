import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Row } from '../row.ts'
import { openidRows } from './openid.ts'
import { plainRows } from './plain.ts'
import { workplaceRows } from './workplaces.ts'

/**
 * All social providers as they speak. Written from their documents and apart from the table of the client that asks
 * them: a mistake that stood in one list for both would show nowhere.
 */
export const rows: Readonly<Record<OAuthProvider, Row>> = { ...openidRows, ...workplaceRows, ...plainRows }
