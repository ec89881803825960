import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type RunningServer, runServer } from '@corroborate/server-kit/testing/server'
import { findProgram, type Program, startProgram } from './programs.ts'

/** Below Linux's ephemeral port range, so that no other process takes the port before it is used. */
const [lowest, highest] = [20_000, 32_000]

/** Returns an unused port that is never assigned automatically. */
export const quietPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, highest)
    const server = createServer()
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

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

/** A server behind the proxy, and where it is itself. */
export type Node = { at: string; server: RunningServer }

/** Two sites and two providers behind one proxy. */
export type Nodes = {
  /** The settings that all of them share. */
  settings: Readonly<Record<string, string>>
  /** Addresses of the proxy. */
  site: string
  identity: string
  sites: [Node, Node]
  identities: [Node, Node]
  redis: Program
  /** Starts one again that was ended, with more settings. */
  startSite: (number: 0 | 1, more?: Record<string, string>) => Promise<void>
  startIdentity: (number: 0 | 1, more?: Record<string, string>) => Promise<void>
  startRedis: () => Promise<void>
  /** Ends all of them at once. */
  kill: () => Promise<void>
}

/** Returns the missing prerequisite as the reason to skip the tests; null if there is none. */
export const missingForNodes = (): string | null => {
  const missing = ['haproxy', 'redis-server'].filter(name => findProgram(name) === null)
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`
}

const scripts = {
  site: join(import.meta.dirname, '../../site/app/start.ts'),
  identity: join(import.meta.dirname, '../../identity/start.ts'),
}

/** A free port for each name. */
const portsFor = async <Name extends string>(...names: Name[]): Promise<Record<Name, number>> => {
  const ports = new Set<number>()
  while (ports.size < names.length) ports.add(await quietPort())
  return Object.fromEntries(names.map((name, index) => [name, [...ports][index]])) as Record<Name, number>
}

/**
 * Starts Redis, two providers, two sites and the proxy of `deploy/proxy`, each on a port of its own. The nodes share a folder, as on one
 * machine, and the databases that `settings` names.
 */
export const startNodes = async (dataDir: string, more: Record<string, string>): Promise<Nodes> => {
  const ports = await portsFor('site', 'identity', 'redis', 'site0', 'site1', 'identity0', 'identity1')
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    SITE_ORIGIN: `http://localhost:${ports.site}`,
    IDENTITY_ORIGIN: `http://localhost:${ports.identity}`,
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    NOTICE_SECONDS: '2',
    IDENTITY_SECRET: 'i'.repeat(43),
    CALLER_SECRET: 'c'.repeat(43),
    ...more,
  }
  const runRedis = () =>
    startProgram(
      findProgram('redis-server') ?? '',
      ['--port', String(ports.redis), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dataDir],
      { port: ports.redis },
    )
  const node = async (kind: 'site' | 'identity', number: 0 | 1, given: Record<string, string> = {}): Promise<Node> => {
    const port = ports[`${kind}${number}`]
    const own = { [kind === 'site' ? 'PORT' : 'IDENTITY_PORT']: String(port) }
    return { at: `http://localhost:${port}`, server: await runServer(scripts[kind], { ...settings, ...given, ...own }) }
  }
  const redis = await runRedis()
  // The first node of each kind creates the data that the second one finds.
  const identities: Nodes['identities'] = [await node('identity', 0), await node('identity', 1)]
  const sites: Nodes['sites'] = [await node('site', 0), await node('site', 1)]
  const proxy = await startProxy({
    site: { at: ports.site, nodes: [ports.site0, ports.site1] },
    identity: { at: ports.identity, nodes: [ports.identity0, ports.identity1] },
  })
  const nodes: Nodes = {
    settings,
    site: `http://localhost:${ports.site}`,
    identity: `http://localhost:${ports.identity}`,
    sites,
    identities,
    redis,
    startSite: async (number, given) => {
      sites[number] = await node('site', number, given)
    },
    startIdentity: async (number, given) => {
      identities[number] = await node('identity', number, given)
    },
    startRedis: async () => {
      nodes.redis = await runRedis()
    },
    kill: async () => {
      await proxy.kill()
      for (const { server } of [...sites, ...identities]) await server.kill()
      await nodes.redis.kill()
    },
  }
  return nodes
}
