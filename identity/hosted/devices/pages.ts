import { addressOf, type HttpEnv, HttpProblem, readBody } from '@corroborate/server-kit/http'
import { devicePaths } from '@corroborate/wire/captcha'
import { Hono } from 'hono'
import { z } from 'zod'
import { signals } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'

/** A form, so that browsers send it without asking first. `signals` is JSON. */
const body = z.object({
  public_token: z.string().max(128),
  signals: z
    .string()
    .max(4_000)
    .transform((text, context) => {
      try {
        return signals.parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message: 'are not what /telemetry.js sends' })
        return z.NEVER
      }
    }),
})

/** `POST` of a browser's device data by a page of the project. Returns the ID for its next request. */
export const devicePages = ({ projects, devices, guard, origin: ours }: Core): Hono<HttpEnv> =>
  new Hono<HttpEnv>().post(devicePaths.submit, async c => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const given = await readBody(c, body)
    const project = await projects.byPublicToken(given.public_token)
    if (project === null) return c.notFound()
    const origin = c.req.header('Origin')
    if (origin !== undefined && origin !== ours) {
      if (!project.allowedOrigins.includes(origin))
        throw new HttpProblem(403, 'This page does not belong to the project.')
      c.header('Access-Control-Allow-Origin', origin)
      c.header('Vary', 'Origin')
    }
    c.header('Cache-Control', 'no-store')
    const userAgent = (c.req.header('User-Agent') ?? '').slice(0, 255)
    return c.json({ telemetry_id: await devices.name(project, given.signals, userAgent) })
  })
