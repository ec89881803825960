import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import { type TextStatus, textStatusPath } from '@corroborate/wire/text-status'
import { Hono } from 'hono'
import { stateOfNewestText } from '../../delivery/index.ts'
import type { Core } from '../../sdk/core/index.ts'

/**
 * Tells a page that waits for a texted code whether the text reached its phone. Whoever knows the method id has asked for the
 * code; the answer says nothing about accounts, and the same about an id that there is not.
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
