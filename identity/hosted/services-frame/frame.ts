import { addressOf, type HttpEnv, readBody } from '@corroborate/server-kit/http'
import { frameRequest } from '@corroborate/wire/frame.schema'
import type { FrameAnswer, FramePayloads, FrameRequest } from '@corroborate/wire/types'
import { Hono } from 'hono'
import type { Core } from '../../sdk/core/create-core.ts'
import { frameScript, framePath as path } from './frame-script.ts'

/**
 * Hidden frame behind the phone form and One Tap of a sign-in page (WIRE.md §10). The page posts a method and a port; the frame queries
 * this server, which has the numbering plans and our Google client, and responds through the port. Only allowed origins of a project can
 * embed it, and it accepts messages only from its embedding page.
 */
export const servicesFrame = ({ projects, guard }: Core): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()

  app.get(`${path}/index.html`, async c => {
    const embedder = URL.parse(c.req.header('Referer') ?? '')?.origin ?? ''
    const isAllowed = await projects.someAllows(embedder)
    // `frame-ancestors` decides (CSP Level 3 §6.4.2); X-Frame-Options, which cannot name an origin, is ignored beside it.
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors ${isAllowed ? embedder : "'none'"}`,
    )
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Referer')
    const parent = isAllowed ? ` data-parent="${embedder}"` : ''
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Services of the sign-in form</title><script src="${path}/frame.js"${parent}></script></html>`,
    )
  })

  app.get(`${path}/frame.js`, c => {
    c.header('Cache-Control', 'public, max-age=3600')
    return c.body(frameScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })

  app.post(`${path}/phone-number`, async c => {
    await guard.address('phonePerAddress', { address: addressOf(c) })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true, payload: await answerOf(await readBody(c, frameRequest)) } satisfies FrameAnswer<
      FramePayloads[keyof FramePayloads]
    >)
  })

  return app
}

const answerOf = async (request: FrameRequest): Promise<FramePayloads[keyof FramePayloads]> => {
  // Loads the numbering plans on first use.
  const { examplePhoneNumber, readPhoneNumber } = await import('./phone-numbers.ts')
  return request.method === 'parsedPhoneNumber'
    ? readPhoneNumber(request.args[0].phoneNumber, request.args[0].regionCode)
    : examplePhoneNumber(request.args[0].regionCode)
}
