import { onTestFinished } from 'vitest'
import { createLifecycle } from '../lifecycle/index.ts'

/** Serves an app on a free port of this machine until the test ends, and gives its address: `http://127.0.0.1:…`. */
export const serveApp = async (app: {
  fetch: (request: Request, env: never) => Response | Promise<Response>
}): Promise<string> => {
  const life = createLifecycle()
  const { port } = await life.listen({ name: 'test server', app, port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await life.end()
  })
  return `http://127.0.0.1:${port}`
}
