import { freePort } from '@corroborate/server-kit/testing/server'
import { findProgram, startProxy } from '../scripts/nodes/index.ts'

export const hasProxy = (): boolean => findProgram('haproxy') !== null

/**
 * Starts the proxy of `deploy/proxy` in front of a single server, which it treats as both site and provider. Its other nodes are absent.
 * @returns the origins of the site and the provider behind the proxy
 */
export const behindProxy = async (
  origin: string,
): Promise<{ site: string; identity: string; stop: () => Promise<void> }> => {
  const port = Number(new URL(origin).port)
  const [site, identity, nowhere] = [await freePort(), await freePort(), await freePort()]
  const proxy = await startProxy({
    site: { at: site, nodes: [port, nowhere] },
    identity: { at: identity, nodes: [port, nowhere] },
  })
  return { site: `http://127.0.0.1:${site}`, identity: `http://127.0.0.1:${identity}`, stop: proxy.kill }
}
