import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Bare `oidc-provider` in a process of its own. */
export const openRivalProvider = async (): Promise<{ origin: string; pid: number; close: () => Promise<unknown> }> => {
  const child = fork(fileURLToPath(new URL('openid-rival-server.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  return {
    origin,
    pid: child.pid ?? 0,
    close: () => {
      child.kill()
      return once(child, 'exit')
    },
  }
}
