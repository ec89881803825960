import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import { type TextStatus, textStatusPath } from '@corroborate/wire/text-status'
import { Hono } from 'hono'
import { stateOfNewestText } from '../../delivery/index.ts'
import type { Core } from '../../sdk/core/index.ts'

/**
 * Reports the delivery status of a texted code to the page that requested it. Only that page knows its method ID. The response reveals
 * nothing about accounts and is the same for an unknown ID.
 */
export const createTextStatusPages = ({
  db,
  projects,
  guard,
}: Pick<Core, 'db' | 'projects' | 'guard'>): Hono<HttpEnv> =>
  new Hono<HttpEnv>().get(pathPattern, async c => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const project = await projects.byPublicToken(c.req.param('public_token') ?? '')
    if (project === null) return c.notFound()
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cache-Control', 'no-store')
    const state = await stateOfNewestText(db, project.id, c.req.param('method_id') ?? '')
    return c.json({ status: state === 'undelivered' ? state : 'on_its_way' } satisfies TextStatus)
  })

const pathPattern = decodeURIComponent(textStatusPath(':public_token', ':method_id'))
