import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import { captchaChallengePath } from '@corroborate/wire/captcha'
import { Hono } from 'hono'
import type { Core } from '../../sdk/core/create-core.ts'

/** `GET` of a captcha challenge for a page of any project. It reveals nothing beyond the public token. */
export const captchaPages = ({ projects, captcha, guard }: Core): Hono<HttpEnv> =>
  new Hono<HttpEnv>().get(decodeURIComponent(captchaChallengePath(':public_token')), async c => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const project = await projects.byPublicToken(c.req.param('public_token') ?? '')
    if (project === null) return c.notFound()
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cache-Control', 'no-store')
    return c.json(await captcha.challenge(project))
  })
