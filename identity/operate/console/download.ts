import type { HttpContext } from '@corroborate/server-kit/http'

/** Answers with a file to be saved. */
export const download = (c: HttpContext, name: string, type: string, text: string): Response => {
  c.header('Content-Type', `${type}; charset=utf-8`)
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(text)
}
