import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Row } from '../row.ts'
import { openidRows } from './openid.ts'
import { plainRows } from './plain.ts'
import { workplaceRows } from './workplaces.ts'

/**
 * How all social providers answer. This table was written from their documents, and not from the table of the client that asks
 * them: a mistake in a list that both use would not be found.
 */
export const rows: Readonly<Record<OAuthProvider, Row>> = { ...openidRows, ...workplaceRows, ...plainRows }
