import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import type { Core } from '../sdk/core/index.ts'
import { logoPath } from './logo-path.ts'
import { findClient, readLogo } from './store/index.ts'

/** Our own copies of applications' logos, for the consent pages of any project. */
export const logoPages = ({ db, guard }: Core): Hono<HttpEnv> =>
  new Hono<HttpEnv>().get(decodeURIComponent(logoPath(':project_id', ':client_id')), async c => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const client = await findClient(db, c.req.param('project_id') ?? '', c.req.param('client_id') ?? '')
    if (client?.logo == null) return c.notFound()
    const { type, bytes } = readLogo(client.logo)
    c.header('Content-Type', type)
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(new Uint8Array(bytes))
  })
