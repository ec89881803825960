import { join } from 'node:path'
import { findProgram, type Program, startProgram } from './programs.ts'

const proxyFile = join(import.meta.dirname, '../../deploy/proxy/haproxy.cfg')

/** Local ports of the proxy and the two nodes for one kind of server. */
export type Proxied = { at: number; nodes: readonly [one: number, two: number] }

/** Starts the proxy of `deploy/proxy` before nodes on this machine. @throws where HAProxy is not installed */
export const startProxy = ({ site, identity }: { site: Proxied; identity: Proxied }): Promise<Program> => {
  const at = (port: number): string => `127.0.0.1:${port}`
  return startProgram(findProgram('haproxy') ?? '', ['-db', '-f', proxyFile], {
    port: identity.at,
    env: {
      SITE_BIND: at(site.at),
      SITE_ONE: at(site.nodes[0]),
      SITE_TWO: at(site.nodes[1]),
      IDENTITY_BIND: at(identity.at),
      IDENTITY_ONE: at(identity.nodes[0]),
      IDENTITY_TWO: at(identity.nodes[1]),
    },
  })
}
