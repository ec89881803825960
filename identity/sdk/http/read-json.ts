import type { HttpContext } from '@corroborate/server-kit/http'
import { refuse } from '../../platform/refusal/index.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON of a request; undefined for none, which clients announce as JSON all the same (WIRE.md §0.4).
 * @throws Refusal `bad_request` or `unsupported_media_type`
 */
export const readJson = async (c: HttpContext): Promise<unknown> => {
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength === 0) return undefined
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') refuse('unsupported_media_type')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    refuse('bad_request', { message: 'The body is not valid JSON.' })
  }
}
