import type { Hono } from 'hono'
import type { HttpEnv } from './http-problem.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The methods that some route answers at this path. Middleware, which is registered for all methods, does not count. */
export const allowedMethods = (app: Hono<HttpEnv>, path: string): string[] => {
  const found = methods.filter(method =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  )
  return found.includes('GET') ? ['HEAD', ...found].toSorted() : found.toSorted()
}
